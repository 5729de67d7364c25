import { taxAmount } from '#foundation/money/tax.ts'
import type { Discount } from './discount.ts'
import { pricePurchase, type PricedForm } from './price-purchase.ts'
import type { Price } from './price.ts'
import { setupName } from './setup-name.ts'
import type { Start } from './recurrence.ts'

/**
 * What is due today: a purchase's price, and of a recurring price that begins with a trial or a set-up fee what these cost.
 * The set-up fee stands behind the form's own line. With a trial, that line is the trial's, and `full` what each payment
 * after it is. A coupon is taken off the full payments, the set-up fee where it is for the whole order, and the bumps;
 * never off what a trial costs.
 */
export function priceToday(
  form: PricedForm,
  chosenBumps: ReadonlySet<string>,
  instant: number,
  discount: Discount = asListed,
): Price {
  const start = form.recurrence?.start
  if (start === undefined) return pricePurchase(form, chosenBumps, instant, discount)
  const price = pricePurchase(form, chosenBumps, instant, ([own, ...bumps]) =>
    own === undefined ? [] : discount([own, ...setupLines(start), ...bumps]),
  )
  const [full, ...beside] = price.lines
  if (start.trialDays === 0 || full === undefined) return price
  const title = `${form.title} (${start.trialDays}-day trial)`
  const trial = { kind: 'form' as const, title, ...taxAmount(start.trialAmount, form.tax, form.currency) }
  const lines = [trial, ...beside]
  const sum = (name: 'subtotal' | 'taxAmount' | 'total') => lines.reduce((all, line) => all + line[name], 0)
  const sums = { subtotal: sum('subtotal'), taxAmount: sum('taxAmount'), total: sum('total') }
  return { currency: form.currency, lines, ...sums, full }
}

const asListed: Discount = (lines) => lines

function setupLines({ setupAmount, setupLabel }: Start) {
  return setupAmount === 0
    ? []
    : [{ kind: 'setup' as const, title: setupLabel || setupName, amount: setupAmount }]
}

/** The same form, begun with its first full payment. */
export function withoutTrial<Form extends Pick<PricedForm, 'recurrence'>>(form: Form): Form {
  const { recurrence } = form
  if (recurrence?.start === undefined) return form
  const { start, ...rest } = recurrence
  const hasSetup = start.setupAmount > 0
  return {
    ...form,
    recurrence: { ...rest, ...(hasSetup && { start: { ...start, trialDays: 0, trialAmount: 0 } }) },
  }
}
