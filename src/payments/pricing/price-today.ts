import { taxAmount } from '#foundation/money/tax.ts'
import type { Discount } from './discount.ts'
import type { FormPrice } from './price-promise.ts'
import { pricePurchase, type PricedForm } from './price-purchase.ts'
import type { Price } from './price.ts'
import { setupName } from './setup-name.ts'
import type { Recurrence, Start } from './recurrence.ts'

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

type Begun = Pick<PricedForm, 'recurrence'> & { readonly prices?: readonly FormPrice[] }

/** The same form, begun with its first full payment, at whichever of its prices. */
export function withoutTrial<Form extends Begun>(form: Form): Form {
  const { recurrence, prices } = form
  return {
    ...form,
    recurrence: recurrence && begunInFull(recurrence),
    ...(prices && { prices: prices.map(withoutTrial) }),
  }
}

function begunInFull({ start, ...rest }: Recurrence): Recurrence {
  return { ...rest, ...(start?.setupAmount && { start: { ...start, trialDays: 0, trialAmount: 0 } }) }
}
