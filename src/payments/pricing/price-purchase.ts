import { taxAmount, type TaxRate } from '#foundation/money/tax.ts'
import type { Discount } from './discount.ts'
import type { Recurrence } from './recurrence.ts'
import type { Price } from './price.ts'

/** What a form costs, as it was stored: amounts are integer minor units of `currency`, times are milliseconds. */
export type PricedForm = {
  readonly title: string
  readonly amount: number
  readonly currency: string
  /** How often the form's own line is paid; bumps are paid once. Null: once as well. */
  readonly recurrence: Recurrence | null
  readonly tax: TaxRate | null
  readonly bumps: readonly { readonly id: string; readonly title: string; readonly amount: number }[]
  readonly timers: readonly { readonly expiresAt: number; readonly amount: number | null }[]
}

/**
 * Prices a purchase: the form's line, then the chosen bumps in the form's order. A coupon's `discount` is taken off before
 * tax. Each line is taxed and rounded by itself, and totals are sums of rounded lines. A bump that is not on the form is
 * ignored: who takes money checks first. The browser runs this to show the price; the server's own result is the one that
 * counts.
 */
export function pricePurchase(
  form: PricedForm,
  chosenBumps: ReadonlySet<string>,
  instant: number,
  discount: Discount = asListed,
): Price {
  const listed = [
    { kind: 'form' as const, title: form.title, amount: amountAt(form, instant) },
    ...form.bumps
      .filter(({ id }) => chosenBumps.has(id))
      .map(({ title, amount }) => ({ kind: 'bump' as const, title, amount })),
  ]
  const lines = discount(listed).map(({ amount, ...line }) => ({
    ...line,
    ...taxAmount(amount, form.tax, form.currency),
  }))
  return {
    currency: form.currency,
    lines,
    subtotal: sum(lines.map((line) => line.subtotal)),
    taxAmount: sum(lines.map((line) => line.taxAmount)),
    total: sum(lines.map((line) => line.total)),
  }
}

const asListed: Discount = (lines) => lines

/** The form's own price at an instant (milliseconds). */
export function amountAt(form: Pick<PricedForm, 'amount' | 'timers'>, instant: number): number {
  return pricingTimer(form.timers, instant)?.amount ?? form.amount
}

type PricedTimer = PricedForm['timers'][number]

/**
 * The timer that makes the price at an instant: the latest expired one with an amount above 0. Undefined while the form's
 * own amount is its price.
 */
export function pricingTimer<Timer extends PricedTimer>(
  timers: readonly Timer[],
  instant: number,
): Timer | undefined {
  return timers
    .filter(({ expiresAt, amount }) => expiresAt <= instant && (amount ?? 0) > 0)
    .toSorted((a, b) => b.expiresAt - a.expiresAt)[0]
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
