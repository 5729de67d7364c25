import { ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { chargeBeside, type BookDifference } from '#payments/purchases/records/book-differences.ts'
import {
  amountDifference,
  feeDifference,
  secondCharge,
  settlePurchase,
} from '#payments/purchases/settle/settle-purchase.ts'
import {
  findPurchaseById,
  findPurchaseOfIntent,
  listPurchasesOfAccount,
} from '#payments/purchases/records/find-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { wasPaid, type Purchase } from '#payments/purchases/purchase.ts'
import { outcomeOf } from '#payments/purchases/settle/outcome.ts'
import { syncByCustomer } from '#payments/subscriptions/find-subscription.ts'

/**
 * How old payments must be to be compared, in seconds. Newer ones may still be on their way, and our times
 * for a payment can differ this much from Stripe's.
 */
const margin = 600

/** A span between two whole seconds, including both. */
type Span = { readonly from: Date; readonly to: Date }

/**
 * Compares an account's recent purchases with its charges one by one, and returns the differences that cannot be
 * repaired. Stripe's clock differs and counts whole seconds, and a purchase is recorded before its charge, so the two
 * can be on opposite sides of the span's edge. Both are read from a wider span, only those within the span are
 * compared, and unmatched ones are looked up individually.
 */
export async function compareCharges(
  services: PaymentServices,
  account: string,
  daysBack: number,
  stopping?: AbortSignal,
): Promise<BookDifference[]> {
  const judged = lastDays(services.clock.now(), daysBack)
  const read = [secondsAfter(judged.from, -margin), secondsAfter(judged.to, margin)] as const
  const purchases = new Map<string, Purchase>()
  const byIntent = new Map<string, Purchase>()
  for (const purchase of await listPurchasesOfAccount(services.db, account, ...read)) {
    purchases.set(purchase.id, purchase)
    if (purchase.paymentIntentId !== null) byIntent.set(purchase.paymentIntentId, purchase)
  }
  const differences: BookDifference[] = []
  const charged = new Set<string>()
  for await (const intent of services.provider.listPaymentIntents(account, ...read)) {
    stopping?.throwIfAborted()
    if (intent.status !== 'succeeded') continue
    const purchase = byIntent.get(intent.id) ?? purchases.get(intent.purchaseId ?? '')
    if (purchase === undefined) {
      differences.push(...(await compareUnknown(services, account, intent, judged)))
    } else {
      charged.add(purchase.id)
      if (isWithin(judged, purchase.createdAt)) {
        differences.push(...(await compareCharge(services, purchase, intent)))
      }
    }
  }
  for (const purchase of purchases.values()) {
    stopping?.throwIfAborted()
    if (charged.has(purchase.id) || !isWithin(judged, purchase.createdAt)) continue
    differences.push(...(await compareUncharged(services, purchase)))
  }
  return differences
}

function lastDays(now: Date, count: number): Span {
  const second = new Date(Math.floor(now.getTime() / 1000) * 1000)
  const to = secondsAfter(second, -margin)
  return { from: secondsAfter(to, -count * 24 * 60 * 60), to }
}

function isWithin({ from, to }: Span, time: Date): boolean {
  return time >= from && time <= to
}

/**
 * The PaymentIntent of an invoice contains no purchase id. If it belongs to one of our subscriptions, it is
 * recorded as an order whose outcome was lost, or as a renewal. Charges that the seller made elsewhere are
 * ignored.
 */
async function compareUnknown(
  services: PaymentServices,
  account: string,
  intent: PaymentIntent,
  judged: Span,
): Promise<BookDifference[]> {
  const { id: paymentIntentId, purchaseId, customerId } = intent
  if (purchaseId !== undefined) {
    if (!isWithin(judged, intent.createdAt)) return []
    const purchase = await findPurchaseById(services.db, purchaseId)
    if (purchase?.stripeAccountId === account) return compareCharge(services, purchase, intent)
    return [chargeBeside(account, intent, null)]
  }
  if (customerId === null) return []
  if ((await findPurchaseOfIntent(services.db, account, paymentIntentId)) !== undefined) return []
  await syncByCustomer(services, account, customerId, 'reconciliation')
  return []
}

/** A purchase that is not yet recorded as paid is settled, if the charge is as agreed. */
async function compareCharge(
  services: PaymentServices,
  purchase: Purchase,
  intent: PaymentIntent,
): Promise<BookDifference[]> {
  const second = secondCharge(purchase, intent)
  if (second !== undefined) return [second]
  const amount = amountDifference(purchase, intent)
  if (amount === undefined && !wasPaid(purchase.status)) {
    await settlePurchase(services, purchase, outcomeOf(intent), 'reconciliation')
    return []
  }
  const fee = feeDifference(purchase, intent, purchase.applicationFeeAmount)
  return [amount, fee].filter((difference) => difference !== undefined)
}

async function compareUncharged(services: PaymentServices, purchase: Purchase): Promise<BookDifference[]> {
  const { id: purchaseId, status, total, currency, stripeAccountId, paymentIntentId } = purchase
  if (!wasPaid(status) || total === 0) return []
  const intent = await findOwnIntent(services, purchase)
  if (intent?.status === 'succeeded') return compareCharge(services, purchase, intent)
  const details = { total, currency }
  return [{ kind: 'purchase_without_charge', stripeAccountId, paymentIntentId, purchaseId, details }]
}

async function findOwnIntent(
  { provider }: PaymentServices,
  { id, stripeAccountId, paymentIntentId }: Purchase,
): Promise<PaymentIntent | undefined> {
  if (paymentIntentId === null) return undefined
  try {
    const intent = await provider.retrievePaymentIntent(stripeAccountId, paymentIntentId)
    return intent.purchaseId === undefined || intent.purchaseId === id ? intent : undefined
  } catch (error) {
    if (error instanceof ProviderRefused) return undefined
    throw error
  }
}
