import { isProviderMode } from '#payments/pricing/tax-modes.ts'
import { TaxUnavailable, type TaxedLines, taxLines } from '#payments/provider-tax/assess-tax.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import { findTaxPlace, loadTaxMode, type ShownOfferRow } from './store.ts'

/**
 * The provider's tax within an accepted offer's total, at the address of its order, or null if another tax applies or
 * nothing is due. Throws `TaxUnavailable` before anything is recorded.
 */
export async function taxOffer(
  services: PaymentServices,
  order: Purchase,
  shown: ShownOfferRow,
): Promise<TaxedLines | null> {
  if (shown.total === 0 || !(await isTaxedByProvider(services, order, shown))) return null
  const found = await findTaxPlace(services.db, order.id)
  const country = shown.taxCountry
  if (found === undefined || country === null) throw new TaxUnavailable()
  // The buyer may have moved the invoice to another country since.
  const postalCode = found.country === country ? found.postalCode : null
  const sale = {
    account: order.stripeAccountId,
    currency: order.currency,
    isIncluded: shown.taxInclusive === true,
    place: { country, postalCode },
    vatNumber: found.vatNumber,
  }
  return taxLines(services, sale, [shown.total])
}

/** A paid order says it itself. After a free one, the form does. */
async function isTaxedByProvider(
  { db }: Pick<PaymentServices, 'db'>,
  { taxCalculation, total, formId }: Purchase,
  { taxCountry }: ShownOfferRow,
): Promise<boolean> {
  if (taxCalculation !== null || total > 0 || taxCountry === null) return taxCalculation !== null
  const taxMode = await loadTaxMode(db, formId)
  return taxMode !== undefined && isProviderMode(taxMode)
}
