import { msg } from '#foundation/language/t.ts'
import type { Limiter, Use } from '#foundation/limits/limiter.ts'
import { createProofOfWork, ProofNeeded } from '#foundation/limits/proof-of-work.ts'
import { rules } from '#foundation/limits/rules.ts'
import type { Services } from '#registry/services.ts'
import { askingProvider, CardRefused } from './errors.ts'

type CardTry = {
  readonly sellerId: string
  readonly network: string
  /** The answer to a proof-of-work challenge, if the request contains one. */
  readonly proof: string | undefined
  /** Additional limits that count this way of trying a card. */
  readonly uses?: readonly Use[]
}

/** The number of failed attempts on the platform's own account after which every card is suspicious, whoever sends it. */
const inAll = { rule: 'planCardInAll', subject: '' } as const
/** How many attempts beyond that number double the required work for the first time. */
const doublesAfter = 25

const unproven = msg(
  'We had to check that no one is testing stolen cards automatically. You were not charged. Please try again.',
)

/**
 * Guards every way a seller's card reaches Stripe for a plan, because free sign-up attracts card testing. Each seller
 * and each network has a number of attempts an hour. After many failed attempts by all sellers together, each try needs a
 * proof of work. A rejected request has no effect and is accepted when sent again with the proof. Only failures of
 * the card count, along with secrets given to the browser, which allow trying cards on Stripe without us.
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

/**
 * Counts a try towards the limit of all sellers, in its own statement. Sellers over their own limit must not cause
 * work for others.
 */
async function admit(
  services: Services,
  { sellerId, proof, tries }: Pick<CardTry, 'sellerId' | 'proof'> & { readonly tries: readonly Use[] },
): Promise<void> {
  const { limiter, log, metrics } = services
  const beyond = ((await limiter.count([inAll])).of(inAll)?.count ?? 0) - rules[inAll.rule].limit
  if (beyond <= 0) return
  const told = { rule: 'planCardsTold', subject: '' } as const
  if ((await limiter.count([told])).of(told)?.count === 1) {
    log.error({ alarm: true }, 'someone may be testing stolen cards on plans')
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

/** A card that was set up and saved was no test. Its try is uncounted once, however often the card is saved. */
export async function uncountCardTry(limiter: Limiter, setupIntentId: string): Promise<void> {
  const saved = { rule: 'planCardKept', subject: setupIntentId } as const
  if ((await limiter.count([saved])).of(saved)?.count === 1) await limiter.giveBack([inAll])
}
