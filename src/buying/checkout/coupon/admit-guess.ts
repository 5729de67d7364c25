import type { Use } from '#foundation/limits/limiter.ts'
import { createProofOfWork } from '#foundation/limits/proof-of-work.ts'
import { rules } from '#foundation/limits/rules.ts'
import type { Services } from '#registry/services.ts'

type Guess = { readonly formId: string; readonly code: string; readonly proof: string | undefined }

const unproven =
  'We had to check that no machine is guessing codes. You have not been charged. Please enter the code again.'

/**
 * Counts a code that was only typed as a guess, before it is looked up; answers what to give back when it was right.
 * Throws `TooManyRequests` for an address that has guessed too often, and `ProofNeeded` for any while a form's codes are
 * guessed from many: nobody can switch a campaign off by guessing. The proof is for the code alone.
 */
export async function admitGuess(
  services: Pick<Services, 'limiter' | 'config' | 'clock'>,
  { formId, code, proof }: Guess,
  network: string,
): Promise<readonly Use[]> {
  const { limiter } = services
  const fromAddress = { rule: 'codeFromAddress', subject: network } as const
  const onForm = { rule: 'codeOnForm', subject: formId } as const
  const guesses = [fromAddress, onForm]
  const counts = await limiter.count(guesses)
  counts.check([fromAddress])
  const { limit } = rules.codeOnForm
  const beyond = (counts.of(onForm)?.count ?? 0) - limit
  if (beyond <= 0) return guesses
  await createProofOfWork(services, { against: 'guessed codes', message: unproven }).demand({
    purpose: `${formId}:code ${code}`,
    proof,
    count: beyond,
    first: limit,
    counted: guesses,
    isLasting: true,
  })
  return guesses
}
