import { type Kysely, sql } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { Failure } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import { refundPurchase } from './refund-purchase.ts'

const batch = 20

/**
 * Refunds the tax on paid orders, their offers and renewals if their VAT number was confirmed after the tax was
 * charged. Each tax is refunded only once: a purchase with such a refund is skipped from then on, whatever its outcome.
 * Returns the number of refunds.
 */
export async function returnTax(services: Services): Promise<number> {
  const purchases = await findReturnable(services.db)
  for (const { id } of purchases) {
    try {
      await refundPurchase(services, id, { amount: null, idempotencyKey: `vat-${id}`, requestedBy: 'vat' })
      services.log.info({ purchase: id }, 'the tax of a business was refunded')
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      services.log.warn({ err: error, purchase: id }, 'the tax of a business could not be refunded')
    }
  }
  return purchases.length
}

/**
 * Disputed purchases are skipped because the bank decides about the money, and so are fully refunded ones. So are those
 * whose tax the provider calculated, because it would reverse only a part of it.
 */
async function findReturnable(db: Kysely<Database>): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select sold.id from vat_numbers_view checked
    join purchases_view sold on sold.id = checked.purchase_id or sold.order_id = checked.purchase_id
    where checked.returns_tax and sold.status in ('paid', 'partially_refunded') and sold.tax_amount > 0
      and sold.tax_calculation is null
      and exists (
        select from purchase_lines_view line
        where line.purchase_id = sold.id and line.tax_country is not null and line.tax_treatment is null)
      and not exists (select from refunds r where r.purchase_id = sold.id and r.requested_by = 'vat')
      and not exists (select from disputes_view d where d.purchase_id = sold.id)
      and (select coalesce(sum(r.tax_amount), 0) from refunds r
        where r.purchase_id = sold.id and r.status <> 'failed') < sold.tax_amount
    order by sold.id limit ${batch}`.execute(db)
  return rows
}
