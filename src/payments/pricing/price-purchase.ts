import { taxAmount, type TaxedAmount, type TaxRate } from '#foundation/money/tax.ts'
import type { Discount } from './discount.ts'
import type { Recurrence } from './recurrence.ts'
import type { Price } from './price.ts'

/** Where a form offers a bump: at which of its prices, or null for all, and from which quantity on. */
export type BumpTerms = { readonly priceIds: readonly string[] | null; readonly quantityMin: number }

/** A form's prices as they are stored. Amounts are in minor units of `currency`, times in milliseconds. */
export type PricedForm = {
  readonly title: string
  readonly amount: number
  readonly currency: string
  /** How often the form's own line is paid, or null if it is paid once, as bumps are. */
  readonly recurrence: Recurrence | null
  readonly tax: TaxRate | null
  /**
   * The tax contained in the amounts that is not charged, so that buyers pay the net amounts. Missing if
   * there is none.
   */
  readonly without?: TaxRate | undefined
  readonly bumps: readonly {
    readonly id: string
    readonly title: string
    readonly amount: number
    /** Where the form offers it. Missing means always. */
    readonly terms?: BumpTerms
  }[]
  readonly timers: readonly { readonly expiresAt: number; readonly amount: number | null }[]
}

/**
 * Computes a purchase's price: the form's line, and then the chosen bumps in the form's order. A coupon's `discount` is
 * taken off before tax. Each line is taxed and rounded separately, and totals are sums of rounded lines. Unknown bumps
 * are ignored, so they must be checked before charging. The browser shows this price, but the server's own result is
 * charged.
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
    ...taxedAmount(amount, form),
    ...netDiscount(amount, line.discountAmount, form),
  }))
  return sumsOf(form.currency, lines)
}

type Taxed = Pick<PricedForm, 'tax' | 'without' | 'currency'>

/** The price for a list amount, with the form's tax. */
export function taxedAmount(amount: number, { tax, without, currency }: Taxed): TaxedAmount {
  if (without === undefined) return taxAmount(amount, tax, currency)
  const { subtotal } = taxAmount(amount, without, currency)
  return { subtotal, taxAmount: 0, total: subtotal }
}

/** The discount on amounts whose included tax is not charged: without the tax in the discount itself. */
function netDiscount(amount: number, discount: number | undefined, form: Taxed) {
  if (discount === undefined || form.without === undefined) return {}
  const [list, paid] = [taxedAmount(amount + discount, form), taxedAmount(amount, form)]
  return { discountAmount: list.total - paid.total }
}

/** A price with the sums of its lines. */
export function sumsOf(currency: string, lines: Price['lines']): Price {
  const sum = (name: 'subtotal' | 'taxAmount' | 'total') => lines.reduce((all, line) => all + line[name], 0)
  return {
    currency,
    lines,
    subtotal: sum('subtotal'),
    taxAmount: sum('taxAmount'),
    total: sum('total'),
  }
}

/** No discount. */
export const asListed: Discount = (lines) => lines

/** The form's own amount at a given time (milliseconds), in minor units. */
export function amountAt(form: Pick<PricedForm, 'amount' | 'timers'>, instant: number): number {
  return pricingTimer(form.timers, instant)?.amount ?? form.amount
}

type PricedTimer = PricedForm['timers'][number]

/**
 * The timer that decides the price at a given time: the timer that expired last with an amount above 0. Undefined while
 * the form's own amount applies.
 */
export function pricingTimer<Timer extends PricedTimer>(
  timers: readonly Timer[],
  instant: number,
): Timer | undefined {
  return timers
    .filter(({ expiresAt, amount }) => expiresAt <= instant && (amount ?? 0) > 0)
    .toSorted((a, b) => b.expiresAt - a.expiresAt)[0]
}

/** A timer on a form, with `expiresAt` in milliseconds. Its price applies from that millisecond on. */
export type OfferTimer = {
  readonly title: string
  readonly expiresAt: number
  readonly amount: number | null
  /** The URL to which buyers are redirected after it expires. Nothing can be bought after that. */
  readonly redirectUrl: string | null
  /** Whether its title is in the reader's language although the form is in another. Missing means no. */
  readonly isTranslated?: true
}

/** A form with prices and the timers that change them. `priceGracePeriod` is in minutes. */
export type TimedForm = PricedForm & {
  readonly timers: readonly OfferTimer[]
  readonly priceGracePeriod: number
  /** All prices to choose from, in order, and the id of this one. Missing if there is only one price. */
  readonly prices?: readonly FormPrice[]
  readonly priceId?: string
  readonly quantities?: Quantities
  /** How many are left. Missing if there are enough, or without a limit. */
  readonly left?: number
  /** Set if the buyer chooses the amount, with `amount` as the minimum. */
  readonly open?: OpenTerms | undefined
  readonly named?: number
  /** The quantity of this sale, and the form before the quantity or a chosen amount was applied. */
  readonly quantity?: number
  readonly listed?: TimedForm
}

/** The suggestions for a "pay what you want" price, in minor units: the prefilled amount and the buttons. */
export type OpenTerms = { readonly suggested: number | null; readonly presets: readonly number[] }

/**
 * The range of quantities to choose from, and the label of the quantity field, which is empty for the page's default.
 */
export type Quantities = { readonly label: string; readonly min: number; readonly max: number }

/** One of a form's prices, in minor units of the form's currency. */
export type FormPrice = Pick<TimedForm, 'amount' | 'recurrence' | 'open'> & {
  readonly id: string
  readonly label: string
  /** Whether the label is in the page's language although the form's other texts are not. */
  readonly isTranslated?: true
  /** The title on receipts and invoices: the form's, and the label of the price. */
  readonly title: string
  /** The form's timers, with the amounts that they set for this price. */
  readonly timers: readonly OfferTimer[]
  readonly isDefault: boolean
  /** Whether the price is available only through its link. */
  readonly isHidden: boolean
}
