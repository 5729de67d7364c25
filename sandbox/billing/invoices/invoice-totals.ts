import { discountOf } from './lines.ts'
import type { InvoiceLine, InvoiceRecord } from '../records.ts'

export type Totals = {
  readonly subtotal: number
  readonly discount: number
  /** The amount that exclusive taxes add to the invoice. */
  readonly exclusiveTax: number
  readonly inclusiveTax: number
  readonly total: number
}

/** The sums of the rounded invoice lines, in minor units. */
export function totalsOf(lines: InvoiceLine[]): Totals {
  const taxes = lines.flatMap((line) => line.taxes)
  const subtotal = sum(lines.map((line) => line.amount))
  const exclusiveTax = sum(taxes.filter((tax) => !tax.inclusive).map((tax) => tax.amount))
  const inclusiveTax = sum(taxes.filter((tax) => tax.inclusive).map((tax) => tax.amount))
  const discount = sum(lines.map(discountOf))
  const total = subtotal - discount + exclusiveTax
  return { subtotal, discount, exclusiveTax, inclusiveTax, total }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/** The amount left to pay after the customer's balance, in which credit is negative and debt positive. */
export function amountDue(invoice: InvoiceRecord): number {
  return Math.max(0, totalsOf(invoice.lines).total + invoice.starting_balance)
}
