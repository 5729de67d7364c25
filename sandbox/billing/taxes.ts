import { percentageParts, share, wholeParts } from '#payments/share.ts'
import type { LineTax, TaxRateRecord } from './records.ts'

/**
 * A line's taxes. An exclusive tax is added, an inclusive one is part of the amount. Each is rounded half up to the
 * minor unit, per line and rate.
 */
export function lineTaxes(
  amount: number,
  rates: Pick<TaxRateRecord, 'id' | 'percentage' | 'inclusive'>[],
): LineTax[] {
  return rates.map((rate) => {
    const parts = percentageParts(rate.percentage)
    const tax = rate.inclusive ? share(amount, parts, wholeParts + parts) : share(amount, parts, wholeParts)
    return {
      tax_rate: rate.id,
      amount: tax,
      inclusive: rate.inclusive,
      taxable_amount: rate.inclusive ? amount - tax : amount,
    }
  })
}
