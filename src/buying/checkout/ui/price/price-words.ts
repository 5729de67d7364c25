import { taxAmount } from '#foundation/money/tax.ts'
import { amountAt, pricePurchase, nextTimer, type FormPrice } from '#payments/pricing/price-purchase.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { shownPrice, type ShownPrice } from '#payments/pricing/shown-price.ts'
import { soldAt, soldTimes } from '#payments/pricing/sold-form.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import type { PaymentPageData } from '../../page/page-data.ts'

type Priced = Pick<PaymentPageData, 'pricing' | 'isGrossFirst'>

/** One of a form's prices, in words for choosing. */
export type PriceWords = {
  readonly id: string
  /** Its name, or its amount if it has none. */
  readonly label: string
  /** "$17.00 every month, 3 payments ($51.00 in total)". */
  readonly words: string
  readonly note: ShownPrice['note']
  /** Its comparison with the others: "Save 2 months". Empty if they cannot be compared. */
  readonly hint: string
  /** Its next amount by a timer; null: none. */
  readonly coming: Coming | null
}

/** A price from an instant (milliseconds) on, in words that follow "Then". */
export type Coming = { readonly title: string; readonly expiresAt: number; readonly words: string }

type Shown = FormPrice & { readonly shown: number; readonly note: ShownPrice['note'] }

/** A price for comparison: each payment for the whole quantity, and the amount due once at its beginning. */
type Compared = Shown & { readonly each: number; readonly begun: number }

/** Adds a price's start to its words; `startText` writes an amount of the start in the page's format. */
export type SayPrice = (
  words: string,
  recurrence: Recurrence | null,
  startText: (minor: number) => string,
) => string

/** All prices of a form at an instant (milliseconds), each compared with the others. */
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
  const compared = (price: FormPrice): Compared => {
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
    const words = wordsOf(shownAt(price, expiresAt), amountText, 'pay')
    return { title, expiresAt, words: say(words, price.recurrence, startText) }
  }
  const all = (pricing.prices ?? []).map(compared)
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
  pay = 'Pay',
): string {
  if (open !== undefined) return `${pay} what you want${shown === 0 ? '' : `, ${amountText(shown)} or more`}`
  if (recurrence === null) return shown === 0 ? 'Free' : amountText(shown)
  const { cancelAfter } = recurrence
  const each = `${amountText(shown)} ${cycleText(recurrence)}`
  if (cancelAfter === 0) return `${each} until you cancel`
  return cancelAfter === 1
    ? each
    : `${each}, ${cancelAfter} payments (${amountText(shown * cancelAfter)} in total)`
}

function hintOf(
  price: Compared,
  all: readonly Compared[],
  quantity: number,
  amountText: (minor: number) => string,
): string {
  const { recurrence } = price
  if (recurrence === null) return ''
  return recurrence.cancelAfter > 0
    ? compareWithFull(price, recurrence.cancelAfter, all, quantity, amountText)
    : compareWithShorter(price, recurrence, all, amountText)
}

/** Payments that end are compared, as a total, with the only price paid in full. */
function compareWithFull(
  { each, begun }: Compared,
  payments: number,
  all: readonly Compared[],
  quantity: number,
  amountText: (minor: number) => string,
): string {
  const atOnce = all.filter(({ recurrence, open }) => recurrence === null && open === undefined)
  const [once] = atOnce
  if (once === undefined || atOnce.length > 1 || once.each === 0) return ''
  const more = begun + each * payments - once.each
  if (more === 0) return 'Same total as paying in full'
  // Rounded installments are not dearer: $33.34 is a third of $100.00.
  if (Math.abs(more) < payments * quantity) return ''
  // The prices above it are for one.
  const count = quantity === 1 ? '' : ` for ${quantity}`
  return `${amountText(Math.abs(more))} ${more > 0 ? 'more' : 'less'} than paying in full${count}`
}

/** A subscription is compared with the shortest cycle among the others. */
function compareWithShorter(
  price: Compared,
  recurrence: Recurrence,
  all: readonly Compared[],
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
  // A dearer start may leave no savings.
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
