import type { Kysely } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Failure } from '#foundation/failures/failure.ts'
import { endedStatuses } from '#payments/disputes/dispute.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { recordEvent } from '#payments/purchases/settle/record-event.ts'
import { askFirst } from '../change/ask-first.ts'
import { bringUpToDate } from '../end/cancel-subscription.ts'
import { PauseDiffers, PauseUnavailable, SubscriptionBusy, type PauseRefusal } from '../errors.ts'
import { changeSubscription, findByOrder, type Subscription } from '../store.ts'
import { syncSubscription } from '../sync/sync-subscription.ts'
import {
  chargedNext,
  isPaused,
  isResting,
  pauseEnds,
  pauseProblem,
  paidUntil,
  skipProblem,
  skippedTo,
} from './pause-state.ts'
import { SellersPauseUnavailable } from './sellers-refusal.ts'

type By = NonNullable<Subscription['pauseBy']>

/** What the page showed: the next payment, and the payment after the pause. */
export type PauseChoice = { readonly next: Date; readonly until: Date }

const tries = 4

/**
 * Why the subscription cannot be paused now, or the next payment cannot be skipped. Undefined if it can. Buyers need
 * their seller's permission.
 */
export async function pauseRefusal(
  { db, clock }: Pick<PaymentServices, 'db' | 'clock'>,
  row: Subscription,
  kind: 'pause' | 'skip',
  by: By,
): Promise<PauseRefusal | undefined> {
  const now = clock.now()
  const problem = kind === 'skip' ? skipProblem(row, now) : pauseProblem(row, now)
  if (problem !== undefined) return problem
  const { allowsPause, isDisputed } = await readTerms(db, row.orderId)
  if (by === 'buyer' && !allowsPause) return 'not_offered'
  return isDisputed ? 'disputed' : undefined
}

async function readTerms(
  db: Kysely<Database>,
  orderId: string,
): Promise<{ readonly allowsPause: boolean; readonly isDisputed: boolean }> {
  const terms = await db
    .selectFrom('purchasesView as purchases')
    .innerJoin('formsView as forms', 'forms.id', 'purchases.formId')
    .select('forms.allowsPause')
    .select((purchase) =>
      purchase
        .exists(
          purchase
            .selectFrom('disputesView as disputes')
            .innerJoin('purchasesView as paid', 'paid.id', 'disputes.purchaseId')
            .select('disputes.id')
            .where((row) => row.or([row('paid.id', '=', orderId), row('paid.orderId', '=', orderId)]))
            .where('disputes.status', 'not in', endedStatuses),
        )
        .$castTo<boolean>()
        .as('isDisputed'),
    )
    .where('purchases.id', '=', orderId)
    .executeTakeFirst()
  return terms ?? { allowsPause: false, isDisputed: false }
}

/**
 * Pauses a subscription from the end of the paid period, or skips its next payment. The request is committed first and
 * then made on Stripe, or later by the job if Stripe is unreachable. A renewal that began earlier is paid, and the
 * pause follows the period it pays for. Repeating a request changes nothing. Throws `PauseUnavailable`,
 * `SellersPauseUnavailable` or `PauseDiffers`.
 */
export async function pauseSubscription(
  services: PaymentServices,
  given: Subscription,
  kind: 'pause' | 'skip',
  choice: PauseChoice,
  by: By,
): Promise<Subscription> {
  if (isAskedFor(given, choice)) return bringUpToDate(services, given, `asked by ${by}`)
  const row = await askFirst(
    async () => syncSubscription(services, given, `asked by ${by}`),
    () => refused('unpaid', by),
  )
  return decideOn(services, row, by, async (current) => {
    if (isAskedFor(current, choice)) return undefined
    const refusal = await pauseRefusal(services, current, kind, by)
    if (refusal !== undefined) throw refused(refusal, by)
    if (!isSame(chargedNext(current), choice.next)) throw new PauseDiffers()
    const offered = kind === 'skip' ? [skippedTo(current)] : pauseEnds(current, services.clock.now())
    const until = offered.find((end) => isSame(end, choice.until))
    if (until === undefined || until === null) throw new PauseDiffers()
    return {
      pauseFrom: paidUntil(current),
      pauseUntil: until,
      skips: kind === 'skip' ? current.skips + 1 : 0,
    }
  })
}

/** The error, with the text for the buyer or the seller who made the request. */
export function refused(refusal: PauseRefusal, by: By): Failure {
  return by === 'seller' ? new SellersPauseUnavailable(refusal) : new PauseUnavailable(refusal)
}

/**
 * Undoes a pause before it begins, so that the next payment is charged on its day. A pause that has begun is
 * ended with `endPause`. Repeating it changes nothing.
 */
export async function takePauseBack(
  services: PaymentServices,
  given: Subscription,
  by: By,
): Promise<Subscription> {
  const row = await bringUpToDate(services, given, `asked by ${by}`)
  return decideOn(services, row, by, (current) => {
    if (!isPaused(current)) return undefined
    if (isResting(current, services.clock.now())) throw new PauseDiffers()
    return { pauseFrom: current.pauseFrom, pauseUntil: current.pauseFrom, skips: 0 }
  })
}

function isAskedFor(row: Subscription, { until }: PauseChoice): boolean {
  return isPaused(row) && isSame(row.pauseUntil, until)
}

function isSame(one: Date | null, other: Date): boolean {
  return one?.getTime() === other.getTime()
}

type Wish = Pick<Subscription, 'pauseFrom' | 'pauseUntil' | 'skips'>

/** @param decide returns the request for the current subscription; called again after every concurrent change */
async function decideOn(
  services: PaymentServices,
  given: Subscription,
  by: By,
  decide: (row: Subscription) => Promise<Wish | undefined> | Wish | undefined,
): Promise<Subscription> {
  let row = given
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const wish = await decide(row)
    if (wish === undefined) return row
    const changed = await record(services, row, wish, by)
    if (changed !== undefined) {
      services.log.info({ subscription: row.id, until: wish.pauseUntil, by }, 'a pause was asked for')
      return bringUpToDate(services, changed, `asked by ${by}`)
    }
    row = (await findByOrder(services.db, row.orderId)) ?? row
  }
  throw new SubscriptionBusy()
}

/** A discount that has ended is removed, because the cycles are counted from the end of the pause. */
async function record(
  { db, clock }: PaymentServices,
  row: Subscription,
  wish: Wish,
  by: By,
): Promise<Subscription | undefined> {
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    const changed = await changeSubscription(tx, row, {
      ...wish,
      ...(row.discountCycles === null ? {} : { discountAmount: 0, discountCycles: null, reducedTotal: null }),
      pauseBy: by,
      pauseAskedAt: now,
      nextCheckAt: now,
      updatedAt: now,
    })
    if (changed === undefined) return undefined
    const event = eventOf(wish)
    await recordEvent(tx, row.orderId, { event, subject: `${row.id} ${changed.revision}` }, `asked by ${by}`)
    return changed
  })
}

function eventOf({ pauseFrom, pauseUntil, skips }: Wish) {
  if (!isPaused({ pauseFrom, pauseUntil })) return 'subscription_resumed_from_pause'
  return skips > 0 ? 'payment_skipped' : 'subscription_paused'
}
