import type { Kysely } from 'kysely'
import type { PaymentIntent } from '#card-provider/payment-intents.ts'
import { secondsAfter } from '#db/clock.ts'
import type { Database } from '#db/schema.ts'
import { Failure } from '#http/failures.ts'
import { claimSchedule, finishSchedule, lastFinish } from '#jobs/schedule.ts'
import type { Parts } from '#parts.ts'
import { syncByCustomer } from '#subscriptions/find-subscription.ts'
import { wasPaid, type Purchase } from './purchase.ts'
import { findPurchaseOfIntent } from './refund-store.ts'
import { agrees, amountsOf, outcomeOf, settlePurchase } from './settle-purchase.ts'
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
 * Compares the last three days purchase by purchase with the provider, account by account. What can be repaired (a
 * charge whose purchase does not know of it yet) is settled; any other difference is put on the list for a person and
 * logged as an alarm until somebody settles it. Answers the open differences found.
 */
export async function compareBooks(parts: Parts): Promise<BookDifference[]> {
  const open: BookDifference[] = []
  const left: string[] = []
  for (const account of await listConnectedAccounts(parts.db)) {
    try {
      for (const difference of await compareAccount(parts, account)) {
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
    if (purchase !== undefined) charged.add(purchase.id)
    const base = { stripeAccountId: account, paymentIntentId: intent.id }
    if (purchase === undefined) {
      const isWithinSpan = intent.createdAt >= from && intent.createdAt <= to
      const details = { amount: intent.amountReceived, currency: intent.currency }
      if (intent.purchaseId === undefined) await recordInvoice(parts, account, intent)
      else if (isWithinSpan)
        differences.push({ ...base, kind: 'charge_without_purchase', purchaseId: null, details })
    } else if (!agrees(purchase, intent)) {
      const details = amountsOf(purchase, intent)
      differences.push({ ...base, kind: 'amount_differs', purchaseId: purchase.id, details })
    } else if (!wasPaid(purchase.status)) {
      await settlePurchase(parts, purchase, outcomeOf(intent), 'comparison of the books')
    }
  }
  return [...differences, ...[...purchases.values()].flatMap((purchase) => withoutCharge(purchase, charged))]
}

/**
 * The PaymentIntent of an invoice bears no purchase's id. What belongs to a subscription of ours is recorded: an order
 * whose outcome was lost, or a renewal. What the seller charged elsewhere is none of our business.
 */
async function recordInvoice(parts: Parts, account: string, intent: PaymentIntent): Promise<void> {
  if (intent.customerId === null) return
  if ((await findPurchaseOfIntent(parts.db, account, intent.id)) !== undefined) return
  await syncByCustomer(parts, account, intent.customerId, 'comparison of the books')
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
