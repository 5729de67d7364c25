import type { JsonObject } from '#json.ts'
import type { CalculatedLine, CalculationRecord, TaxPart, TaxTransactionRecord } from './records.ts'

export function renderCalculation(calculation: CalculationRecord): JsonObject {
  const { id, lines } = calculation
  const taxedBy = (behavior: CalculatedLine['tax_behavior']) =>
    sum(lines.filter(({ tax_behavior }) => tax_behavior === behavior).map(({ amount_tax }) => amount_tax))
  return {
    id,
    object: 'tax.calculation',
    amount_total: totalOf(calculation),
    currency: calculation.currency,
    customer: null,
    customer_details: {
      address: calculation.address,
      address_source: calculation.address_source,
      ip_address: null,
      tax_ids: calculation.tax_ids,
      taxability_override: 'none',
    },
    expires_at: calculation.expires_at,
    livemode: false,
    ship_from_details: null,
    shipping_cost: null,
    tax_amount_exclusive: taxedBy('exclusive'),
    tax_amount_inclusive: taxedBy('inclusive'),
    tax_breakdown: lines.flatMap((line) => line.parts.map((part) => renderSum(part, line))),
    tax_date: calculation.tax_date,
  }
}

/** A calculation's lines, which are sent only if they were asked for. */
export function renderLines({ id, lines }: CalculationRecord): JsonObject {
  const url = `/v1/tax/calculations/${id}/line_items`
  return { object: 'list', data: lines.map(renderLine), has_more: false, url }
}

export function totalOf({ lines }: CalculationRecord): number {
  return sum(lines.map((line) => line.amount + (line.tax_behavior === 'exclusive' ? line.amount_tax : 0)))
}

export function taxOf({ lines }: CalculationRecord): number {
  return sum(lines.map(({ amount_tax }) => amount_tax))
}

/** Without the breakdown, which is sent only if it was asked for. */
function renderLine(line: CalculatedLine): JsonObject {
  return {
    id: line.id,
    object: 'tax.calculation_line_item',
    amount: line.amount,
    amount_tax: line.amount_tax,
    livemode: false,
    metadata: null,
    performance_location: null,
    product: null,
    quantity: line.quantity,
    reference: line.reference,
    tax_behavior: line.tax_behavior,
    tax_code: line.tax_code,
  }
}

export function renderBreakdown({ parts }: CalculatedLine): JsonObject[] {
  return parts.map((part) => ({
    amount: part.amount,
    jurisdiction: part.jurisdiction,
    sourcing: 'destination',
    tax_rate_details: part.rate,
    taxability_reason: part.taxability_reason,
    taxable_amount: part.taxable_amount,
  }))
}

function renderSum(part: TaxPart, { tax_behavior }: CalculatedLine): JsonObject {
  return {
    amount: part.amount,
    inclusive: tax_behavior === 'inclusive',
    tax_rate_details: {
      country: part.jurisdiction.country,
      flat_amount: null,
      percentage_decimal: part.rate?.percentage_decimal ?? '0.0',
      rate_type: 'percentage',
      state: part.jurisdiction.state,
      tax_type: part.rate?.tax_type ?? null,
    },
    taxability_reason: part.taxability_reason,
    taxable_amount: part.taxable_amount,
  }
}

export function renderTransaction(transaction: TaxTransactionRecord): JsonObject {
  return {
    id: transaction.id,
    object: 'tax.transaction',
    type: transaction.original === null ? 'transaction' : 'reversal',
    reference: transaction.reference,
    original_transaction: transaction.original,
    payment_intent: transaction.payment_intent,
    calculation: transaction.calculation,
    amount: transaction.amount,
    amount_tax: transaction.amount_tax,
  }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, one) => all + one, 0)
}
