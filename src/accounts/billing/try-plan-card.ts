import type { Limiter, Use } from '#foundation/limits/limiter.ts'
import { createProofOfWork, ProofNeeded } from '#foundation/limits/proof-of-work.ts'
import { rules } from '#foundation/limits/rules.ts'
import type { Services } from '#registry/services.ts'
import { askingProvider, CardRefused } from './errors.ts'

type CardTry = {
  readonly sellerId: string
  readonly network: string
  /** The answer to a challenge, where one came with the request. */
  readonly proof: string | undefined
  /** What else this way of trying a card counts. */
  readonly uses?: readonly Use[]
}

/** Tries of the platform's own account that leave a card to be doubted, whoever they are from. */
const inAll = { rule: 'planCardInAll', subject: '' } as const
/** Tries beyond the bound after which the work has doubled for the first time. */
const doublesAfter = 25

const unproven =
  'We had to check that no machine is testing stolen cards. Nothing was charged. Please try again.'

/**
 * Every way in which a seller's card reaches the provider for a plan: a sign-up costs nothing, and stolen cards are tried
 * wherever that is so. Each seller and each network has so many tries an hour. Once so many of all have ended badly, each
 * takes a proof of work; a refused try has done nothing, and the same request is taken with the proof. What ends well is
 * given back, and so is what fails for another reason than its card. What hands a secret to the browser stays counted:
 * with it cards can be tried at the provider without us.
 */
export async function tryPlanCard<T extends object>(
  services: Services,
  { sellerId, network, proof, uses = [] }: CardTry,
  work: () => Promise<T>,
): Promise<T> {
  const { limiter } = services
  const tries: Use[] = [
    { rule: 'planCardOfSeller', subject: sellerId },
    { rule: 'planCardFromAddress', subject: network },
    ...uses,
  ]
  const declines = [{ rule: 'declineFromAddress', subject: network }] as const
  const counts = await limiter.count(tries, declines)
  counts.check(tries, declines)
  await admit(services, { sellerId, proof, tries })
  try {
    const outcome = await askingProvider(work)
    if (!('clientSecret' in outcome)) await limiter.giveBack([inAll])
    return outcome
  } catch (error) {
    if (error instanceof CardRefused) await limiter.count(declines)
    else await limiter.giveBack([inAll])
    throw error
  }
}

/** Counts a try of all, in a statement of its own: who is refused for their own tries makes no work for others. */
async function admit(
  services: Services,
  { sellerId, proof, tries }: Pick<CardTry, 'sellerId' | 'proof'> & { readonly tries: readonly Use[] },
): Promise<void> {
  const { limiter, log, metrics } = services
  const beyond = ((await limiter.count([inAll])).of(inAll)?.count ?? 0) - rules[inAll.rule].limit
  if (beyond <= 0) return
  const told = { rule: 'planCardsTold', subject: '' } as const
  if ((await limiter.count([told])).of(told)?.count === 1) {
    log.error({ alarm: true }, 'stolen cards may be tried for plans')
  }
  try {
    await createProofOfWork(services, { against: 'cards for plans', message: unproven }).demand({
      purpose: sellerId,
      proof,
      count: beyond,
      first: doublesAfter,
      counted: [...tries, inAll],
    })
  } catch (error) {
    if (error instanceof ProofNeeded) metrics.limitsRefused.inc({ rule: inAll.rule })
    throw error
  }
}

/** A card that was set up and saved was no try; given back once, however often it is saved. */
export async function giveBackCardTry(limiter: Limiter, setupIntentId: string): Promise<void> {
  const saved = { rule: 'planCardKept', subject: setupIntentId } as const
  if ((await limiter.count([saved])).of(saved)?.count === 1) await limiter.giveBack([inAll])
}
