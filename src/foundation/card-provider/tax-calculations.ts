import type Stripe from 'stripe'
import type { ProviderCall } from './transport/call.ts'

/** Lines to be taxed for a buyer at a place. Amounts are in minor units. */
export type TaxQuestion = {
  readonly currency: string
  readonly place: TaxPlace
  /** The confirmed EU VAT number of a business, or null. */
  readonly vatNumber: string | null
  /** The line amounts, and whether they contain the tax. */
  readonly amounts: readonly number[]
  readonly isIncluded: boolean
}

export type TaxPlace = {
  readonly country: string
  readonly postalCode: string | null
}

/** The tax on a line in each jurisdiction. A part without `percentage` is a fixed amount or no tax. */
export type CalculatedTax = {
  /** The amount without tax. */
  readonly net: number
  readonly taxAmount: number
  readonly parts: readonly {
    readonly title: string | null
    readonly percentage: string | null
    readonly taxableAmount: number
    readonly reason: string
  }[]
}

export type TaxCalculation = {
  readonly id: string
  readonly total: number
  readonly lines: readonly CalculatedTax[]
}

export function taxCalculations(stripe: Stripe, call: ProviderCall) {
  return {
    /** Calculates taxes. Nothing is recorded until a payment with the calculation's id succeeds. */
    async calculateTax(account: string, asked: TaxQuestion, within: number): Promise<TaxCalculation> {
      const { currency, place, vatNumber, amounts, isIncluded } = asked
      const calculation = await call(
        'tax.calculations.create',
        (options) =>
          stripe.tax.calculations.create(
            {
              currency,
              customer_details: {
                address: {
                  country: place.country,
                  ...(place.postalCode !== null && { postal_code: place.postalCode }),
                },
                address_source: 'billing',
                ...(vatNumber !== null && { tax_ids: [{ type: 'eu_vat', value: vatNumber }] }),
              },
              line_items: amounts.map((amount, index) => ({
                amount,
                reference: referenceOf(index),
                tax_behavior: isIncluded ? 'inclusive' : 'exclusive',
              })),
              expand: ['line_items.data.tax_breakdown'],
            },
            { ...options, stripeAccount: account },
          ),
        within,
      )
      const lines = new Map(calculation.line_items?.data.map((line) => [line.reference, line]))
      return {
        id: calculation.id ?? '',
        total: calculation.amount_total,
        lines: amounts.map((amount, index) =>
          describeLine(amount, isIncluded, lines.get(referenceOf(index))),
        ),
      }
    },
  }
}

function referenceOf(index: number): string {
  return `line-${index + 1}`
}

function describeLine(
  amount: number,
  isIncluded: boolean,
  line: Stripe.Tax.CalculationLineItem | undefined,
): CalculatedTax {
  const taxAmount = line?.amount_tax ?? 0
  return {
    net: isIncluded ? amount - taxAmount : amount,
    taxAmount,
    parts: (line?.tax_breakdown ?? []).map((part) => ({
      title: part.tax_rate_details?.display_name ?? null,
      percentage: part.tax_rate_details?.percentage_decimal ?? null,
      taxableAmount: part.taxable_amount,
      reason: part.taxability_reason,
    })),
  }
}
