import { msg } from '#foundation/language/t.ts'
import type { Limiter, Use, UseCounts } from '#foundation/limits/limiter.ts'
import { createProofOfWork, ProofNeeded } from '#foundation/limits/proof-of-work.ts'
import { networkKeyOf } from '#foundation/network/client-network.ts'
import type { SecretHolder } from '#foundation/card-provider/plans/plan-cards.ts'
import { rules } from '#foundation/limits/rules.ts'
import type { Services } from '#registry/services.ts'
import { askingProvider, CardRefused } from './errors.ts'

type CardTry = {
  readonly sellerId: string
  readonly network: string
  /** The solution to a proof-of-work challenge, if the request contains one. */
  readonly proof: string | undefined
  /** Additional limits that count this way of trying a card. */
  readonly uses?: readonly Use[]
}

/** The number of failed attempts on the platform's own account after which every card is suspicious, whoever sends it. */
const inAll = { rule: 'planCardInAll', subject: '' } as const
/** How many attempts beyond that number double the required work once. */
const doublesAfter = 25

const unproven = msg(
  'We had to check that no one is testing stolen cards automatically. You were not charged. Please try again.',
)

/**
 * Guards every way a seller's card reaches Stripe for a plan, because free sign-up attracts card testing. Each seller
 * and each network has a number of attempts an hour. After many failed attempts by all sellers together, each attempt
 * needs a proof of work. A rejected request has no effect and is accepted when sent again with the proof. Only failures
 * of the card count, along with secrets given to the browser, which allow trying cards on Stripe without us: `work`
 * gets the holder of such a secret, and Stripe's events count the cards that are declined with it.
 */
export async function tryPlanCard<T extends object>(
  services: Services,
  { sellerId, network, proof, uses = [] }: CardTry,
  work: (holder: SecretHolder) => Promise<T>,
): Promise<T> {
  const { limiter, provider, config } = services
  const holder = { sellerId, networkKey: networkKeyOf(config.authSecret, network) }
  const tries: Use[] = [
    { rule: 'planCardOfSeller', subject: sellerId },
    { rule: 'planCardFromAddress', subject: network },
    ...uses,
  ]
  const declines = [{ rule: 'declineFromAddress', subject: holder.networkKey }] as const
  const spent = [...declines, ...declinesWithSecrets(holder)]
  const counts = await limiter.count(tries, spent)
  counts.check(tries, spent)
  await admit(services, { sellerId, proof, tries })
  try {
    return await askingProvider(async () => {
      const outcome = await work(holder)
      const [intentId = ''] = secretIn(outcome)?.split('_secret_') ?? []
      if (intentId === '') await limiter.giveBack([inAll])
      else if (!intentId.startsWith('seti_')) await provider.recordSecretHolder(intentId, holder)
      return outcome
    })
  } catch (error) {
    if (error instanceof CardRefused) await limiter.count(declines)
    else await limiter.giveBack([inAll])
    throw error
  }
}

/**
 * Counts an attempt towards the limit of all sellers, in its own statement. Sellers over their own limit must not cause
 * work for others.
 */
async function admit(
  services: Services,
  { sellerId, proof, tries }: Pick<CardTry, 'sellerId' | 'proof'> & { readonly tries: readonly Use[] },
): Promise<void> {
  const { limiter, metrics } = services
  const beyond = await alarmIfMany(services, await limiter.count([inAll]))
  if (beyond <= 0) return
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

function secretIn(outcome: object): string | undefined {
  return 'clientSecret' in outcome ? String(outcome.clientSecret) : undefined
}

/** How many failed attempts exceed the limit of all sellers. The operator is alarmed once an hour. */
async function alarmIfMany({ limiter, log }: Services, counts: UseCounts): Promise<number> {
  const beyond = (counts.of(inAll)?.count ?? 0) - rules[inAll.rule].limit
  if (beyond <= 0) return 0
  const told = { rule: 'planCardsTold', subject: '' } as const
  if ((await limiter.count([told])).of(told)?.count === 1) {
    log.error({ alarm: true }, 'someone may be testing stolen cards on plans')
  }
  return beyond
}

function declinesWithSecrets({ sellerId, networkKey }: SecretHolder): readonly Use[] {
  return [
    { rule: 'planDeclineOfSeller', subject: sellerId },
    { rule: 'planDeclineFromAddress', subject: networkKey },
  ]
}

/**
 * Counts a card that was declined with a client secret, against its holder and all sellers together. Returns whether
 * the holder has reached the limit, so that the secret must be canceled.
 */
export async function countDeclineWithSecret(services: Services, holder: SecretHolder): Promise<boolean> {
  const ofHolder = declinesWithSecrets(holder)
  const fromAddress = { rule: 'declineFromAddress', subject: holder.networkKey } as const
  const counts = await services.limiter.count([...ofHolder, fromAddress, inAll])
  await alarmIfMany(services, counts)
  return ofHolder.some((use) => (counts.of(use)?.count ?? 0) >= rules[use.rule].limit)
}

/** A card that was set up and saved was not card testing, so its attempt is subtracted, once per card. */
export async function uncountCardTry(limiter: Limiter, setupIntentId: string): Promise<void> {
  const saved = { rule: 'planCardKept', subject: setupIntentId } as const
  if ((await limiter.count([saved])).of(saved)?.count === 1) await limiter.giveBack([inAll])
}
