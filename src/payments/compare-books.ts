import type { Kysely } from 'kysely'
import type { PaymentIntent } from '#card-provider/payment-intents.ts'
import { secondsAfter } from '#db/clock.ts'
import type { Database } from '#db/schema.ts'
import { Failure } from '#http/failures.ts'
import { recordDispute } from '#disputes/record-dispute.ts'
import { claimSchedule, finishSchedule, lastFinish } from '#jobs/schedule.ts'
import type { Parts } from '#parts.ts'
import { compareRefunds } from './compare-refunds.ts'
import { feeDifference } from './fee-difference.ts'
import { syncByCustomer } from '#subscriptions/find-subscription.ts'
import { wasPaid, type Purchase } from './purchase.ts'
import { findPurchaseOfIntent } from './refund-store.ts'
import { amountDifference, outcomeOf, settlePurchase } from './settle-purchase.ts'
import {
  listConnectedAccounts,
  listPurchasesOfAccount,
  recordDifference,
  type BookDifference,
} from './store.ts'

const schedule = 'compare-books'
/** How often the books are compared, and how soon again after a comparison that was not finished; in seconds. */
const every = 24 * 60 * 60
const again = 60 * 60
const daysBack = 3
/** What is younger may still be on its way, in seconds. */
const margin = 600

/** Some accounts could not be compared; what was found in the others is recorded all the same. */
export class ComparisonIncomplete extends Failure {
  readonly status = 503
  readonly code = 'comparison_incomplete'
  override readonly retryAfter = 60
  override readonly details: { readonly accounts: readonly string[] }

  constructor(accounts: readonly string[]) {
    super(
      `${accounts.length === 1 ? 'One account' : `${accounts.length} accounts`} could not be compared. It is tried again within the hour.`,
    )
    this.details = { accounts }
  }
}

/** Compares the books once a day, in one of all processes. */
export async function compareBooksWhenDue(parts: Parts): Promise<number> {
  if (await claimSchedule(parts.db, schedule, again, parts.clock.now())) await compareBooks(parts)
  return 0
}

/** When the books of every account were last compared; null if they never were. */
export function lastComparison(db: Kysely<Database>): Promise<Date | null> {
  return lastFinish(db, schedule)
}

/**
 * Compares the last three days purchase by purchase with the provider, account by account, and the refunds. What can
 * be repaired (a charge or a refund that the books do not know of yet, a dispute that no event told of) is settled; any
 * other difference is put on the list for a person and
 * logged as an alarm until somebody settles it. Answers the open differences found.
 */
export async function compareBooks(parts: Parts): Promise<BookDifference[]> {
  const open: BookDifference[] = []
  const left: string[] = []
  for (const account of await listConnectedAccounts(parts.db)) {
    try {
      const differences = [
        ...(await compareAccount(parts, account)),
        ...(await compareRefunds(parts, account)),
      ]
      await readDisputes(parts, account)
      for (const difference of differences) {
        if (await recordDifference(parts.db, difference)) open.push(difference)
      }
    } catch (error) {
      left.push(account)
      parts.log.error({ alarm: true, err: error, account }, 'an account could not be compared')
    }
  }
  for (const difference of open) parts.log.error({ alarm: true, ...difference }, 'the books differ')
  if (left.length > 0) throw new ComparisonIncomplete(left)
  const now = parts.clock.now()
  await finishSchedule(parts.db, schedule, now, secondsAfter(now, every))
  return open
}

/** A dispute that no event told of has a deadline all the same. */
async function readDisputes(parts: Parts, account: string): Promise<void> {
  const readAt = parts.clock.now()
  const from = secondsAfter(readAt, -daysBack * 24 * 60 * 60)
  for await (const dispute of parts.provider.listDisputes(account, from)) {
    await recordDispute(parts, account, dispute, readAt)
  }
}

async function compareAccount(parts: Parts, account: string): Promise<BookDifference[]> {
  const to = secondsAfter(parts.clock.now(), -margin)
  const from = secondsAfter(to, -daysBack * 24 * 60 * 60)
  const purchases = new Map<string, Purchase>()
  const byIntent = new Map<string, Purchase>()
  for (const purchase of await listPurchasesOfAccount(parts.db, account, from, to)) {
    purchases.set(purchase.id, purchase)
    if (purchase.paymentIntentId !== null) byIntent.set(purchase.paymentIntentId, purchase)
  }
  const differences: BookDifference[] = []
  const charged = new Set<string>()
  const span = [secondsAfter(from, -margin), secondsAfter(to, margin)] as const
  for await (const intent of parts.provider.listPaymentIntents(account, ...span)) {
    if (intent.status !== 'succeeded') continue
    const purchase = byIntent.get(intent.id) ?? purchases.get(intent.purchaseId ?? '')
    if (purchase === undefined) {
      const isWithinSpan = intent.createdAt >= from && intent.createdAt <= to
      differences.push(...(await compareUnknown(parts, account, intent, isWithinSpan)))
    } else {
      charged.add(purchase.id)
      differences.push(...(await compareCharge(parts, purchase, intent)))
    }
  }
  return [...differences, ...[...purchases.values()].flatMap((purchase) => withoutCharge(purchase, charged))]
}

/**
 * A charge without a purchase. The PaymentIntent of an invoice bears no purchase's id: what belongs to a subscription of
 * ours is recorded, an order whose outcome was lost, or a renewal. What the seller charged elsewhere is none of our
 * business.
 */
async function compareUnknown(
  parts: Parts,
  account: string,
  { id: paymentIntentId, purchaseId, customerId, amountReceived: amount, currency }: PaymentIntent,
  isWithinSpan: boolean,
): Promise<BookDifference[]> {
  if (purchaseId !== undefined) {
    const base = { kind: 'charge_without_purchase' as const, stripeAccountId: account, purchaseId: null }
    return isWithinSpan ? [{ ...base, paymentIntentId, details: { amount, currency } }] : []
  }
  if (customerId === null) return []
  if ((await findPurchaseOfIntent(parts.db, account, paymentIntentId)) !== undefined) return []
  await syncByCustomer(parts, account, customerId, 'comparison of the books')
  return []
}

/** A charge and its purchase; one that our books don't call paid yet is settled, if it is what was agreed. */
async function compareCharge(
  parts: Parts,
  purchase: Purchase,
  intent: PaymentIntent,
): Promise<BookDifference[]> {
  const amount = amountDifference(purchase, intent)
  if (amount === undefined && !wasPaid(purchase.status)) {
    await settlePurchase(parts, purchase, outcomeOf(intent), 'comparison of the books')
    return []
  }
  const fee = feeDifference(purchase, intent, purchase.applicationFeeAmount)
  return [amount, fee].filter((difference) => difference !== undefined)
}

function withoutCharge(purchase: Purchase, charged: ReadonlySet<string>): BookDifference[] {
  if (!wasPaid(purchase.status) || purchase.total === 0 || charged.has(purchase.id)) return []
  return [
    {
      kind: 'purchase_without_charge',
      stripeAccountId: purchase.stripeAccountId,
      paymentIntentId: purchase.paymentIntentId,
      purchaseId: purchase.id,
      details: { total: purchase.total, currency: purchase.currency },
    },
  ]
}
