import { taxAmount } from '#foundation/money/tax.ts'
import { amountAt, pricePurchase, nextTimer, type FormPrice } from '#payments/pricing/price-purchase.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { shownPrice, type ShownPrice } from '#payments/pricing/shown-price.ts'
import { soldAt, soldTimes } from '#payments/pricing/sold-form.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import type { PaymentPageData } from '../../page/page-data.ts'

type Priced = Pick<PaymentPageData, 'pricing' | 'isGrossFirst'>

/** One of a form's prices as it is chosen from. */
export type PriceWords = {
  readonly id: string
  /** Its own name, or what it costs where it has none. */
  readonly label: string
  /** "$17.00 every month, 3 payments: $51.00 in total". */
  readonly words: string
  readonly note: ShownPrice['note']
  /** What it comes to beside the others: "Save 2 months". Empty where they cannot be compared. */
  readonly hint: string
  /** What its next timer makes of it; null: nothing. */
  readonly coming: Coming | null
}

/** A price from an instant (milliseconds) on, in words as they stand after "Then". */
export type Coming = { readonly title: string; readonly expiresAt: number; readonly words: string }

type Shown = FormPrice & { readonly shown: number; readonly note: ShownPrice['note'] }

/** A price beside the others: of so many of it, what is paid each time, and once at its beginning. */
type Beside = Shown & { readonly each: number; readonly begun: number }

/** Adds to what a price is in words what it begins with; `startText` writes an amount of that as prices are written. */
export type SayPrice = (
  words: string,
  recurrence: Recurrence | null,
  startText: (minor: number) => string,
) => string

/** What all prices of a form cost at an instant (milliseconds), so that each can be held against the others. */
export function priceWords(
  { pricing, isGrossFirst }: Priced,
  instant: number,
  amountText: (minor: number) => string,
  say: SayPrice = asIs,
): PriceWords[] {
  const { quantity = 1 } = pricing
  const shownAt = (price: FormPrice, at: number, times = 1): Shown => {
    const sold = soldTimes(soldAt(pricing, price.id) ?? pricing, times)
    const priced = pricePurchase({ ...sold, bumps: [] }, new Set(), at)
    const { amount, note } = shownPrice(priced, pricing.tax, isGrossFirst)
    return { ...price, shown: amount, note }
  }
  const startShown = (minor: number) =>
    shownPrice(taxAmount(minor, pricing.tax, pricing.currency), pricing.tax, isGrossFirst).amount
  const startText = (minor: number) => amountText(startShown(minor))
  const beside = (price: FormPrice): Beside => {
    const { trialAmount = 0, setupAmount = 0 } = price.recurrence?.start ?? {}
    return {
      ...shownAt(price, instant),
      each: shownAt(price, instant, quantity).shown,
      begun: startShown(trialAmount) + startShown(setupAmount),
    }
  }
  const comingOf = (price: FormPrice): Coming | null => {
    const next = nextTimer(price, instant)
    if (next === undefined || next.redirectUrl !== null) return null
    const { title, expiresAt } = next
    if (amountAt(price, expiresAt) === amountAt(price, instant)) return null
    const words = wordsOf(shownAt(price, expiresAt), amountText, 'you')
    return { title, expiresAt, words: say(words, price.recurrence, startText) }
  }
  const all = (pricing.prices ?? []).map(beside)
  return all.map((price) => {
    const words = say(wordsOf(price, amountText), price.recurrence, startText)
    const { id, label, note } = price
    const hint = hintOf(price, all, quantity, amountText)
    return { id, label: label || words, words: label && words, note, hint, coming: comingOf(price) }
  })
}

const asIs: SayPrice = (words) => words

function wordsOf(
  { shown, recurrence, open }: Shown,
  amountText: (minor: number) => string,
  you = 'You',
): string {
  if (open !== undefined) return `${you} name the price${shown === 0 ? '' : `, ${amountText(shown)} or more`}`
  if (recurrence === null) return shown === 0 ? 'Free' : amountText(shown)
  const { cancelAfter } = recurrence
  const each = `${amountText(shown)} ${cycleText(recurrence)}`
  if (cancelAfter === 0) return `${each} until you cancel`
  return cancelAfter === 1
    ? each
    : `${each}, ${cancelAfter} payments: ${amountText(shown * cancelAfter)} in total`
}

function hintOf(
  price: Beside,
  all: readonly Beside[],
  quantity: number,
  amountText: (minor: number) => string,
): string {
  const { recurrence } = price
  if (recurrence === null) return ''
  return recurrence.cancelAfter > 0
    ? besideAtOnce(price, recurrence.cancelAfter, all, quantity, amountText)
    : besideShorter(price, recurrence, all, amountText)
}

/** Payments that end are held, with all that is paid before them, against the one price that is paid at once. */
function besideAtOnce(
  { each, begun }: Beside,
  payments: number,
  all: readonly Beside[],
  quantity: number,
  amountText: (minor: number) => string,
): string {
  const atOnce = all.filter(({ recurrence, open }) => recurrence === null && open === undefined)
  const [once] = atOnce
  if (once === undefined || atOnce.length > 1 || once.each === 0) return ''
  const more = begun + each * payments - once.each
  if (more === 0) return 'The same as at once'
  // Parts that are rounded are no dearer: $33.34 is a third of $100.00.
  if (Math.abs(more) < payments * quantity) return ''
  // The prices above it are those of one.
  const count = quantity === 1 ? '' : ` for ${quantity}`
  return `${amountText(Math.abs(more))} ${more > 0 ? 'more' : 'less'} than at once${count}`
}

/** What goes on is held against the shortest cycle among the others. */
function besideShorter(
  price: Beside,
  recurrence: Recurrence,
  all: readonly Beside[],
  amountText: (minor: number) => string,
): string {
  const { unit, length } = lengthOf(recurrence)
  const shorter = all
    .flatMap((other) => {
      if (other.recurrence === null || other.recurrence.cancelAfter > 0) return []
      const cycle = lengthOf(other.recurrence)
      return cycle.unit === unit && cycle.length < length ? [{ ...other, cycle: cycle.length }] : []
    })
    .toSorted((one, other) => one.cycle - other.cycle)[0]
  if (shorter === undefined || length % shorter.cycle !== 0) return ''
  // What begins dearer may save nothing.
  if (price.begun > shorter.begun) return ''
  const saved = (length / shorter.cycle) * shorter.shown - price.shown
  if (saved <= 0) return ''
  if (shorter.cycle !== 1 || saved % shorter.shown !== 0)
    return `Save ${amountText(saved)} ${cycleText(recurrence).replace(/^every (?!\d)/, 'a ')}`
  const count = saved / shorter.shown
  return `Save ${count} ${unit}${count === 1 ? '' : 's'}`
}

function lengthOf({ billingPeriod, billingInterval }: Recurrence): {
  readonly unit: 'day' | 'month'
  readonly length: number
} {
  const [unit, times] = (
    {
      Daily: ['day', 1],
      Weekly: ['day', 7],
      Monthly: ['month', 1],
      Yearly: ['month', 12],
    } as const
  )[billingPeriod]
  return { unit, length: times * billingInterval }
}
