import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { type Clock, secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { msg } from '#foundation/language/t.ts'
import type { Limiter, Use } from '#foundation/limits/limiter.ts'
import { createProofOfWork } from '#foundation/limits/proof-of-work.ts'
import { rules } from '#foundation/limits/rules.ts'
import { networkKeyOf } from '#foundation/network/client-network.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { recordPending } from '#foundation/events/pending-events.ts'
import { newId } from '#foundation/db/new-id.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { defineFailure } from '#foundation/failures/failure.ts'

/** An attempt to charge a card, with what the defense against card testing needs. */
export type ChargeAttempt = {
  readonly network: string | null
  /** The id of a valid quote from the form's page, or null. */
  readonly quoteId: string | null
  /** The solution to a challenge, or null. */
  readonly proof: string | null
  /** Whether the buyer has paid for an order of the form and sends its secret. Then no proof is needed. */
  readonly hasPaid: boolean
  /** Resolves to whether the payment is by wallet. Its device has identified the owner, so no proof is needed. */
  readonly isOfWallet?: () => Promise<boolean>
}

type Target = {
  readonly formId: string
  readonly sellerId: string
  /** The earlier order, if the payment is for an offer, or null. */
  readonly orderId?: string | null
}

export type ChargeGuard = {
  /**
   * Counts an attempt in one SQL statement before the provider is called. Throws `TooManyRequests` if the
   * client must wait, and `ProofNeeded` or `QuoteNeeded` if the form is under attack.
   */
  readonly admit: (target: Target, attempt: ChargeAttempt) => Promise<void>
  /** Counts a declined card. Returns how many seconds the client must wait before the next attempt. */
  readonly countDecline: (target: Target, network: string | null) => Promise<number>
  /**
   * Counts a declined card that Stripe reports later. It counts against the network with this key. Returns whether the
   * order or the network has reached its limit, so that no further card may be tried.
   */
  readonly countReported: (target: Target, networkKey: string | null) => Promise<boolean>
  /** Records that a browser got the secret of a renewal's payment, with which it can try cards on Stripe. */
  readonly recordSecret: (orderId: string, clientSecret: string) => Promise<void>
  /** Whether a browser has the secret of this renewal's payment. */
  readonly isSecretOut: (orderId: string, paymentIntentId: string) => Promise<boolean>
}

/** The seconds to wait after a client's first, second, … decline on one form. After the last, the client is blocked. */
const waits = [0, 5, 15, 45, 135]

/** The number of declines in an attack after which the proof of work becomes twice as hard for the first time. */
const doublesAfter = 25

const unproven = msg('We ran a quick security check. You have not been charged. Please pay again.')

/** Guards against card testing. Every charge of a card on Stripe goes through it. */
export function createChargeGuard(
  parts: { readonly db: Kysely<Database>; readonly clock: Clock; readonly log: FastifyBaseLogger },
  limiter: Limiter,
  authSecret: string,
): ChargeGuard {
  const { clock } = parts
  const proofs = createProofOfWork(
    { limiter, clock, config: { authSecret } },
    { against: 'card testing', message: unproven },
  )
  const keyOf = (network: string | null) => network && networkKeyOf(authSecret, network)

  return {
    async admit({ formId, orderId = null }, { quoteId: quote, proof, hasPaid, isOfWallet, ...attempt }) {
      const network = keyOf(attempt.network)
      const proofUse = quote === null ? undefined : proofs.useOf(`${formId}:${quote}`, proof)
      const once = [
        ...usesOf('attemptAtOnce', network, formId),
        ...ofAddress('attemptAtOnceFromAddress', network),
      ]
      const spent = [
        ...ofAddress('declineFromAddress', network),
        ...usesOf('waitAfterDecline', network, formId),
      ]
      const counted = [...once, ...(proofUse === undefined ? [] : [proofUse])]
      const ofOrder = declinesOf(orderId)
      const counts = await limiter.count(counted, [...spent, ...ofOrder, attackOn(formId)])
      counts.check([], ofOrder, msg('Too many cards were declined for this order.'))
      counts.check(once, spent)
      const attack = counts.of(attackOn(formId))
      if (attack === undefined || hasPaid) return
      if (proofUse !== undefined && counts.of(proofUse)?.count === 1) return
      if ((await isOfWallet?.()) === true) return
      if (quote === null) throw new QuoteNeeded()
      throw proofs.refusal(`${formId}:${quote}`, { count: attack.count, first: doublesAfter })
    },

    async countDecline(target, network) {
      const { wait, isOrderSpent } = await count(target, keyOf(network))
      return isOrderSpent ? rules.declineOfOrder.window : wait
    },

    async countReported(target, networkKey) {
      const { isOrderSpent, isNetworkSpent } = await count(target, networkKey)
      return isOrderSpent || isNetworkSpent
    },

    async recordSecret(orderId, clientSecret) {
      await limiter.prolong(secretOf(orderId, clientSecret.split('_secret_')[0] ?? ''))
    },

    async isSecretOut(orderId, paymentIntentId) {
      const use = secretOf(orderId, paymentIntentId)
      return (await limiter.count([], [use])).of(use) !== undefined
    },
  }

  async function count(target: Target, network: string | null) {
    const { formId, orderId = null } = target
    const ofOrder = declinesOf(orderId)
    const ofForm = { rule: 'declineOfForm', subject: formId } as const
    const onForm = usesOf('declineOnForm', network, formId)
    const fromAddress = ofAddress('declineFromAddress', network)
    const counts = await limiter.count([ofForm, ...onForm, ...fromAddress, ...ofOrder], [attackOn(formId)])
    const isAttack =
      (counts.of(ofForm)?.count ?? 0) >= rules.declineOfForm.limit ||
      counts.of(attackOn(formId)) !== undefined
    if (isAttack) {
      await limiter.prolong(attackOn(formId))
      await recordAttack(parts, target, rules.attackOnForm.window)
    }
    const declines = Math.max(0, ...onForm.map((use) => counts.of(use)?.count ?? 0))
    const wait = waits[Math.min(declines, waits.length) - 1] ?? 0
    if (wait > 0) {
      await limiter.count(
        usesOf('waitAfterDecline', network, formId).map((use) => ({ ...use, window: wait })),
      )
    }
    const isSpent = (uses: readonly Use[]) =>
      uses.some((use) => (counts.of(use)?.count ?? 0) >= rules[use.rule].limit)
    return { wait, isOrderSpent: isSpent(ofOrder), isNetworkSpent: isSpent(fromAddress) }
  }
}

function secretOf(orderId: string, paymentIntentId: string): Use {
  return { rule: 'secretOfRenewal', subject: `${orderId} ${paymentIntentId}` }
}

/** A buyer who has paid needs no proof of work, so their order allows only a few declined cards. */
function declinesOf(orderId: string | null): Use[] {
  return orderId === null ? [] : [{ rule: 'declineOfOrder', subject: orderId }]
}

function attackOn(formId: string): Use {
  return { rule: 'attackOnForm', subject: formId }
}

function ofAddress(rule: 'attemptAtOnceFromAddress' | 'declineFromAddress', network: string | null): Use[] {
  return network === null ? [] : [{ rule, subject: network }]
}

/** Networks are counted by the keys that purchases store, so that a later report counts against the same network. */
function usesOf(
  rule: 'attemptAtOnce' | 'declineOnForm' | 'waitAfterDecline',
  network: string | null,
  formId: string,
): Use[] {
  return network === null ? [] : [{ rule, subject: `${network} ${formId}` }]
}

/**
 * Records a decline in an attack on a form, which lasts for `lasts` more seconds. The first decline starts
 * the attack: it is logged, and the shop's members are emailed once.
 */
export async function recordAttack(
  {
    db,
    clock,
    log,
  }: { readonly db: Kysely<Database>; readonly clock: Clock; readonly log: FastifyBaseLogger },
  { formId, sellerId }: { readonly formId: string; readonly sellerId: string },
  lasts: number,
): Promise<void> {
  const now = clock.now()
  const endsAt = secondsAfter(now, lasts)
  await inTransaction(db, async (tx) => {
    // Locks the form, so that there is only one attack and one email.
    await tx.selectFrom('formsView as forms').select('id').where('id', '=', formId).forNoKeyUpdate().execute()
    const { numUpdatedRows } = await tx
      .updateTable('cardTestingAttacks')
      .set({ endsAt, declineCount: sql<number>`decline_count + 1` })
      .where('formId', '=', formId)
      .where('endsAt', '>', now)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0) return
    const id = newId()
    await tx
      .insertInto('cardTestingAttacks')
      .values({ id, formId, beganAt: now, endsAt, declineCount: 1 })
      .execute()
    await recordPending(tx, { type: 'form.attacked', sellerId, objectId: formId, formId, at: now })
    const members = await tx
      .selectFrom('membersView as members')
      .innerJoin('usersView as users', 'users.id', 'members.userId')
      .select(['users.id', 'users.email'])
      .where('members.sellerId', '=', sellerId)
      .execute()
    for (const { id: userId, email } of members) {
      await enqueueMail(tx, {
        kind: 'card-testing',
        userId,
        about: id,
        data: { formId },
        recipient: email,
        at: now,
      })
    }
    log.warn(
      { form: formId, seller: sellerId, attack: id },
      'card testing: the form now requires a proof of work',
    )
  })
}

/** The form is under attack, and the request does not come from its page. Nothing was charged. */
class QuoteNeeded extends defineFailure(
  'quote_needed',
  428,
  msg('For security, please pay on the form’s own page right now. You have not been charged.'),
) {}
