import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { newestPrice, presentPriceId } from '../begin/agreed-prices.ts'
import { bringUpToDate } from '../end/cancel-subscription.ts'
import { isEnding } from '../end/correct-end.ts'
import { findByOrder } from '../store.ts'
import { recordPrice } from './change-price.ts'
import { untaxedPrice } from './tax-off.ts'

const batch = 20

/**
 * Charges the renewals of businesses without tax once their VAT number is confirmed after the order. A renewal that
 * began before that keeps its tax, which is refunded. Safe to repeat. Returns how many subscriptions changed.
 */
export async function takeTaxOff(services: PaymentServices): Promise<number> {
  const orders = await findTaxed(services.db)
  let count = 0
  for (const orderId of orders) if (await takeOff(services, orderId)) count += 1
  return count
}

async function takeOff(services: PaymentServices, orderId: string): Promise<boolean> {
  const row = await findByOrder(services.db, orderId)
  const order = await findPurchaseById(services.db, orderId)
  if (row === undefined || order === undefined || isEnding(row)) return false
  const untaxed = untaxedPrice(row)
  if (untaxed === undefined) return false
  const newest = newestPrice(row)
  const cause = `asked by register: ${untaxed.sellerTitle ?? untaxed.title}`
  const priceId = newest === undefined ? presentPriceId(row, order) : newest.priceId
  const changed = await recordPrice(services, row, order, { priceId, ...untaxed }, cause)
  if (changed === undefined) return false
  services.log.info({ subscription: row.id }, 'the renewals of a business are without tax')
  await bringUpToDate(services, changed, cause)
  return true
}

/**
 * Subscriptions whose next price has a tax that the buyer accounts for, in random order, so that those that cannot be
 * changed yet do not delay others.
 */
async function findTaxed(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select row.order_id from vat_numbers_view checked
    join subscriptions row on row.order_id = checked.purchase_id
    where checked.returns_tax and row.status in ('active', 'trialing')
      and row.pause_until is null and row.unpaid_invoice_id is null and row.payoff_purchase_id is null
      and row.cancellation is null and row.current_period_end is not null and row.tax_country is not null
      and case when row.agreed_prices -> -1 ? 'tax'
        then row.agreed_prices -> -1 -> 'tax' ->> 'taxTreatment' else row.tax_treatment end is null
      and row.tax_amount > 0
    order by random() limit ${batch}`.execute(db)
  return rows.map(({ orderId }) => orderId)
}
