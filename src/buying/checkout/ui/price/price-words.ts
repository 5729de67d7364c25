import { t } from '#foundation/language/t.ts'
import { amountAt, type FormPrice, pricePurchase, taxedAmount } from '#payments/pricing/price-purchase.ts'
import { nextTimer } from '#payments/pricing/timers.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { shownPrice, type ShownPrice } from '#payments/pricing/shown-price.ts'
import { soldAt, soldTimes } from '#payments/pricing/sold-form.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import type { PaymentPageData } from '../../page/page-data.ts'

type Priced = Pick<PaymentPageData, 'pricing' | 'isGrossFirst'>

/** One of a form's prices as text for a choice. */
export type PriceWords = {
  readonly id: string
  /** The price's name, or its amount if it has none. */
  readonly label: string
  readonly isTranslated: boolean
  /** "$17.00 every month, 3 payments ($51.00 in total)". */
  readonly words: string
  readonly note: ShownPrice['note']
  /** How the price compares with the others, such as "Save 2 months". Empty if they cannot be compared. */
  readonly hint: string
  /** The price's next amount because of a timer, or null if there is none. */
  readonly coming: Coming | null
}

/** Describes a price from a given time (milliseconds) on, such as "Then $59.00". */
export type Coming = { readonly title: string; readonly expiresAt: number; readonly words: string }

type Shown = FormPrice & { readonly shown: number; readonly note: ShownPrice['note'] }

/** A price prepared for comparison: each payment for the whole quantity, and the amount charged once at the start. */
type Compared = Shown & { readonly each: number; readonly begun: number }

/** Adds the trial and set-up fee to a price's text. `startText` formats their amounts for the page. */
export type SayPrice = (
  words: string,
  recurrence: Recurrence | null,
  startText: (minor: number) => string,
) => string

/** All prices of a form at a given time (milliseconds), each compared with the others. */
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
    shownPrice(taxedAmount(minor, pricing), pricing.tax, isGrossFirst).amount
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
    const shown = shownAt(price, expiresAt)
    const words = say(wordsOf(shown, amountText), price.recurrence, startText)
    return { title, expiresAt, words: comingText(shown, amountText(shown.shown), words) }
  }
  const all = (pricing.prices ?? []).map(compared)
  return all.map((price) => {
    const words = say(wordsOf(price, amountText), price.recurrence, startText)
    const { id, label, isTranslated = label === '', note } = price
    const hint = hintOf(price, all, quantity, amountText)
    const named = { id, label: label || words, isTranslated, words: label && words }
    return { ...named, note, hint, coming: comingOf(price) }
  })
}

const asIs: SayPrice = (words) => words

function wordsOf({ shown, recurrence, open }: Shown, amountText: (minor: number) => string): string {
  const amount = amountText(shown)
  if (open !== undefined)
    return shown === 0 ? t('Pay what you want') : t('Pay what you want, {amount} or more', { amount })
  if (recurrence === null) return shown === 0 ? t('Free') : amountText(shown)
  const { cancelAfter: payments } = recurrence
  const cycle = cycleText(recurrence)
  if (payments === 0) return t('{amount} {cycle} until you cancel', { amount, cycle })
  if (payments === 1) return t('{amount} {cycle}', { amount, cycle })
  const total = amountText(shown * payments)
  return t('{amount} {cycle}, {payments, plural, one {# payment} other {# payments}} ({total} in total)', {
    amount,
    cycle,
    payments,
    total,
  })
}

/** Describes the next amount of a price, which buyers may choose themselves. */
function comingText({ shown, recurrence, open }: Shown, amount: string, words: string): string {
  if (open === undefined || recurrence !== null) return t('Then {words}', { words })
  return shown === 0 ? t('Then pay what you want') : t('Then pay what you want, {amount} or more', { amount })
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

/** Installments are compared, as a total, with the price paid in full if there is exactly one. */
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
  if (more === 0) return t('Same total as paying in full')
  // Rounded installments are not dearer: $33.34 is a third of $100.00.
  if (Math.abs(more) < payments * quantity) return ''
  const amount = amountText(Math.abs(more))
  if (quantity === 1) {
    return more > 0
      ? t('{amount} more than paying in full', { amount })
      : t('{amount} less than paying in full', { amount })
  }
  // The prices listed above are for a single unit.
  return more > 0
    ? t('{amount} more than paying in full for {quantity}', { amount, quantity })
    : t('{amount} less than paying in full for {quantity}', { amount, quantity })
}

/** A subscription is compared with the shortest billing cycle among the others. */
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
  // If the price starts with a higher amount, there may be nothing to save.
  if (price.begun > shorter.begun) return ''
  const saved = (length / shorter.cycle) * shorter.shown - price.shown
  if (saved <= 0) return ''
  if (shorter.cycle !== 1 || saved % shorter.shown !== 0) return savedText(amountText(saved), recurrence)
  const count = saved / shorter.shown
  return unit === 'day'
    ? t('Save {count, plural, one {# day} other {# days}}', { count })
    : t('Save {count, plural, one {# month} other {# months}}', { count })
}

function savedText(amount: string, recurrence: Recurrence): string {
  if (recurrence.billingInterval > 1)
    return t('Save {amount} {cycle}', { amount, cycle: cycleText(recurrence) })
  return {
    Daily: t('Save {amount} a day', { amount }),
    Weekly: t('Save {amount} a week', { amount }),
    Monthly: t('Save {amount} a month', { amount }),
    Yearly: t('Save {amount} a year', { amount }),
  }[recurrence.billingPeriod]
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
