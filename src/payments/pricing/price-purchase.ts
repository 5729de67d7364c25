import { taxAmount, type TaxRate } from '#foundation/money/tax.ts'
import type { Discount } from './discount.ts'
import type { Recurrence, Start } from './recurrence.ts'
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
  return sumsOf(form.currency, lines)
}

function sumsOf(currency: string, lines: Price['lines']): Price {
  const sum = (name: 'subtotal' | 'taxAmount' | 'total') => lines.reduce((all, line) => all + line[name], 0)
  return {
    currency,
    lines,
    subtotal: sum('subtotal'),
    taxAmount: sum('taxAmount'),
    total: sum('total'),
  }
}

const asListed: Discount = (lines) => lines

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
  return { ...sumsOf(form.currency, [trial, ...beside]), full }
}

/** What a set-up fee is called whose seller does not name it. */
export const setupName = 'Set-up fee'

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

/** A timer of a form; `expiresAt` in milliseconds. The price after it counts from that very millisecond on. */
export type OfferTimer = {
  readonly title: string
  readonly expiresAt: number
  readonly amount: number | null
  /** Where buyers go once it has expired; nothing can be bought after that. */
  readonly redirectUrl: string | null
}

/** A priced form with what ends its prices. `priceGracePeriod` is in minutes. */
export type TimedForm = PricedForm & {
  readonly timers: readonly OfferTimer[]
  readonly priceGracePeriod: number
  /** All that buyers can choose from, in their order, and which of them this is; left out where there is one. */
  readonly prices?: readonly FormPrice[]
  readonly priceId?: string
  /** How many can be bought at once; left out: one. */
  readonly quantities?: Quantities
  /** How many pieces are left to buy, where these are few; left out: they are not, or there is no limit. */
  readonly left?: number
  /** Its buyer names what they pay, `amount` at least; left out: it costs `amount`. */
  readonly open?: OpenTerms | undefined
  /** What they have named for one; left out: nothing. */
  readonly named?: number
  /** How many this is sold as, and what it was before that or an amount of the buyer's own; left out: one, and as it is. */
  readonly quantity?: number
  readonly listed?: TimedForm
}

/** What is offered of an open price, in minor units: what stands in its field, and what its buttons put there. */
export type OpenTerms = { readonly suggested: number | null; readonly presets: readonly number[] }

/** From how many to how many, and what buyers are asked for; an empty label: the page's own word. */
export type Quantities = { readonly label: string; readonly min: number; readonly max: number }

/** One of a form's prices, in minor units of the form's currency. */
export type FormPrice = Pick<TimedForm, 'amount' | 'recurrence' | 'open'> & {
  readonly id: string
  readonly label: string
  /** What stands on every paper: the form's title, and which of its prices it is. */
  readonly title: string
  /** The form's timers, with the amounts that they make of this price. */
  readonly timers: readonly OfferTimer[]
  readonly isDefault: boolean
  /** Only for who has its link. */
  readonly isHidden: boolean
}

/** The timer that buyers count down to. */
export function nextTimer({ timers }: Pick<TimedForm, 'timers'>, instant: number): OfferTimer | undefined {
  return byExpiry(timers).find(({ expiresAt }) => expiresAt > instant)
}

/** The timer that has sent buyers elsewhere: the latest one with an address, if it has expired. */
export function closingTimer({ timers }: Pick<TimedForm, 'timers'>, instant: number): OfferTimer | undefined {
  return byExpiry(timers).findLast(
    ({ expiresAt, redirectUrl }) => expiresAt <= instant && redirectUrl !== null,
  )
}

/**
 * The timer that ended what a buyer was shown at `shownAt`: the first one that sends buyers elsewhere, or the one since
 * which the price has been higher. Undefined while the shown price, or a lower one, is to be had by everybody.
 */
export function endOfOffer(form: TimedForm, shownAt: number, instant: number): OfferTimer | undefined {
  const due = byExpiry(form.timers).filter(({ expiresAt }) => expiresAt > shownAt && expiresAt <= instant)
  const closing = due.find(({ redirectUrl }) => redirectUrl !== null)
  const shown = amountAt(form, shownAt)
  const lastAffordable = due.findLastIndex(({ expiresAt }) => amountAt(form, expiresAt) <= shown)
  const raising = due[lastAffordable + 1]
  if (closing === undefined || raising === undefined) return closing ?? raising
  return closing.expiresAt <= raising.expiresAt ? closing : raising
}

/** The last millisecond at which an ended price can still be paid by who was shown it. */
export function heldUntil({ priceGracePeriod }: TimedForm, end: OfferTimer): number {
  return end.expiresAt + priceGracePeriod * 60_000
}

/**
 * The instant whose price a buyer pays who was shown the price of `shownAt`: whichever of then and now is cheaper.
 * Undefined when that price is over and its grace as well.
 */
export function priceInstant(form: TimedForm, shownAt: number, instant: number): number | undefined {
  const end = endOfOffer(form, shownAt, instant)
  if (end !== undefined && instant > heldUntil(form, end)) return undefined
  return amountAt(form, instant) <= amountAt(form, shownAt) ? instant : shownAt
}

function byExpiry(timers: readonly OfferTimer[]): OfferTimer[] {
  return timers.toSorted((a, b) => a.expiresAt - b.expiresAt)
}
