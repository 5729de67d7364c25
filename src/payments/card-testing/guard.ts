import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { type Clock, secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Limiter, Use } from '#foundation/limits/limiter.ts'
import { createProofOfWork } from '#foundation/limits/proof-of-work.ts'
import { rules } from '#foundation/limits/rules.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { defineFailure } from '#foundation/failures/failure.ts'

/** Who asks the provider to take money from a card, as far as defence against card testing needs to know. */
export type ChargeAttempt = {
  /** What stands for the client in limits; null where no client is at the other end. */
  readonly network: string | null
  /** The id of a good quote of the form's page; null when there was none. */
  readonly quoteId: string | null
  /** The answer to a challenge; null when there was none. */
  readonly proof: string | null
  /** The buyer has paid an order of the form already, and asks with its secret: no proof is asked for. */
  readonly hasPaid: boolean
  /** Asks whether a wallet pays, whose device has vouched for its owner: no proof is asked for. Absent: none does. */
  readonly isOfWallet?: () => Promise<boolean>
}

type Target = {
  readonly formId: string
  readonly sellerId: string
  /** The order that it is paid after, such as an offer's; null or absent where it begins one. */
  readonly orderId?: string | null
}

export type ChargeGuard = {
  /**
   * Counts an attempt before the provider is called, in one statement. Throws `TooManyRequests` when the client has
   * to wait, `ProofNeeded` or `QuoteNeeded` when the form is under attack.
   */
  readonly admit: (target: Target, attempt: ChargeAttempt) => Promise<void>
  /** Counts a declined card. Answers how long the client has to wait before the next attempt, in seconds. */
  readonly countDecline: (target: Target, network: string | null) => Promise<number>
}

/** Seconds to wait after the first, second, … decline of an address on one form; then the address is shut out. */
const waits = [0, 5, 15, 45, 135]

/** Declines of an attack after which the work has doubled for the first time. */
const doublesAfter = 25

const unproven =
  'We had to check that no machine is testing stolen cards. You have not been charged. Please pay again.'

/** Holds back whoever tries out stolen cards; every way to the provider that charges a card goes through it. */
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

  return {
    async admit({ formId, orderId = null }, { network, quoteId: quote, proof, hasPaid, isOfWallet }) {
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
      counts.check([], ofOrder, 'Too many cards were declined for this order.')
      counts.check(once, spent)
      const attack = counts.of(attackOn(formId))
      if (attack === undefined || hasPaid) return
      if (proofUse !== undefined && counts.of(proofUse)?.count === 1) return
      if ((await isOfWallet?.()) === true) return
      if (quote === null) throw new QuoteNeeded()
      throw proofs.refusal(`${formId}:${quote}`, { count: attack.count, first: doublesAfter })
    },

    async countDecline(target, network) {
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
      const isOrderSpent = ofOrder.some((use) => (counts.of(use)?.count ?? 0) >= rules.declineOfOrder.limit)
      return isOrderSpent ? rules.declineOfOrder.window : wait
    },
  }
}

/** Whoever has paid once is asked for no proof of work, so that their order is good for a few declined cards alone. */
function declinesOf(orderId: string | null): Use[] {
  return orderId === null ? [] : [{ rule: 'declineOfOrder', subject: orderId }]
}

function attackOn(formId: string): Use {
  return { rule: 'attackOnForm', subject: formId }
}

function ofAddress(rule: 'attemptAtOnceFromAddress' | 'declineFromAddress', network: string | null): Use[] {
  return network === null ? [] : [{ rule, subject: network }]
}

function usesOf(
  rule: 'attemptAtOnce' | 'declineOnForm' | 'waitAfterDecline',
  network: string | null,
  formId: string,
): Use[] {
  return network === null ? [] : [{ rule, subject: `${network} ${formId}` }]
}

/**
 * Records a decline of an attack on a form, which lasts `lasts` seconds from now on. The first one begins the attack:
 * it is logged, and everybody who works for the seller is told by mail, once.
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
    // One at a time for each form, so that there is one attack and one mail.
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
    log.warn({ form: formId, seller: sellerId, attack: id }, 'card testing: the form asks for proofs of work')
  })
}

/** Stolen cards are tried out on the form, and the request does not come from its page. Nothing was charged. */
class QuoteNeeded extends defineFailure(
  'quote_needed',
  428,
  'This form can only be paid on its own page at the moment. You have not been charged.',
) {}
