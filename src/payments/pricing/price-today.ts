import { t } from '#foundation/language/t.ts'
import type { Discount } from './discount.ts'
import {
  asListed,
  type FormPrice,
  type PricedForm,
  pricePurchase,
  sumsOf,
  taxedAmount,
} from './price-purchase.ts'
import type { Price } from './price.ts'
import type { Recurrence, Start } from './recurrence.ts'

/**
 * The amount due today: the purchase's price, or the trial and set-up fee with which a recurring price
 * begins. The set-up fee follows the form's own line. With a trial, that line is the trial's and `full` is
 * each later payment. A coupon reduces full payments, bumps and, if it is for the whole order, the set-up
 * fee, but never the trial.
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
  const [full, ...others] = price.lines
  if (start.trialDays === 0 || full === undefined) return price
  const { trialDays: days } = start
  const title = t('{title} ({days}-day trial)', { title: form.title, days })
  const trial = { kind: 'form' as const, title, ...taxedAmount(start.trialAmount, form) }
  return { ...sumsOf(form.currency, [trial, ...others]), full }
}

/** The default label of a set-up fee. */
export function setupName(): string {
  return t('Set-up fee')
}

function setupLines({ setupAmount, setupLabel }: Start) {
  return setupAmount === 0
    ? []
    : [{ kind: 'setup' as const, title: setupLabel || setupName(), amount: setupAmount }]
}

type Begun = Pick<PricedForm, 'recurrence'> & { readonly prices?: readonly FormPrice[] }

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
