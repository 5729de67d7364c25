import { formatAmount, parseAmount } from '#foundation/money/amount.ts'
import { isCurrencyCode } from '#foundation/money/currencies.ts'
import { pricingTimer } from '#payments/pricing/price-purchase.ts'
import type { Checked, Finding } from '#selling/forms/ui/check/finding.ts'
import { httpsOf } from '#selling/forms/ui/check/look-findings.ts'
import { smallestAbove } from '#selling/forms/ui/check/price-findings.ts'
import type { FormValues } from '#selling/forms/ui/form-values.ts'

type Timers = NonNullable<FormValues['timers']>
type Timer = Timers[number]

/** Timers that have ended, that contradict each other, or that lead to a price or an address that cannot be. */
export function timerFindings({ values, now }: Checked): Finding[] {
  const timers = values.timers.toSorted((first, second) => first.timestamp - second.timestamp)
  const { currency } = values
  return [
    ...timers.flatMap((timer) => expiredFinding(timer, timers, currency, now)),
    ...timers.flatMap((timer, place) => contradiction(timer, timers.slice(0, place), timers)),
    ...timers.flatMap((timer) => amountFinding(timer, timers, currency)),
    ...timers.flatMap((timer) => addressFinding(timer, timers)),
  ]
}

function expiredFinding(timer: Timer, timers: Timers, currency: string, now: number): Finding[] {
  if (timer.timestamp > now) return []
  const name = `The timer “${timer.title}” has ended`
  const removal = { label: 'Remove it', changes: { timers: without(timers, timer) } }
  if (isClosing(timer)) {
    const text = `${name} and sends buyers elsewhere: they can no longer buy anything.`
    return [{ field: 'timers', text, weight: 'problem', mend: removal }]
  }
  const price = priceAfter(timer, currency)
  if (price === null) {
    return [
      { field: 'timers', text: `${name} and no longer does anything.`, weight: 'advice', mend: removal },
    ]
  }
  const dated = timers.map((one) => ({ timer: one, expiresAt: one.timestamp, amount: one.amount ?? null }))
  if (pricingTimer(dated, now)?.timer !== timer) {
    const text = `${name}, and a later one has changed the price since.`
    return [{ field: 'timers', text, weight: 'advice', mend: removal }]
  }
  // The price stays what buyers pay now.
  const changes = { amount: timer.amount ?? 0, timers: without(timers, timer) }
  const text = `${name}: the price has been ${price} since then.`
  return [{ field: 'timers', text, weight: 'advice', mend: { label: `Make ${price} the price`, changes } }]
}

function contradiction(timer: Timer, earlier: Timers, timers: Timers): Finding[] {
  const removal = { label: `Remove “${timer.title}”`, changes: { timers: without(timers, timer) } }
  const twin = earlier.find(({ timestamp }) => timestamp === timer.timestamp)
  if (twin !== undefined) {
    const text = `The timers “${twin.title}” and “${timer.title}” end at the same instant.`
    return [{ field: 'timers', text, weight: 'problem', mend: removal }]
  }
  const closing = earlier.find(isClosing)
  // A later address still decides where late visitors go; a later price is nobody's.
  if (closing === undefined || isClosing(timer)) return []
  const text = `Nobody reaches the timer “${timer.title}”: “${closing.title}” sends buyers elsewhere first.`
  return [{ field: 'timers', text, weight: 'problem', mend: removal }]
}

function amountFinding(timer: Timer, timers: Timers, currency: string): Finding[] {
  const smallest = smallestAbove(timer.amount, currency)
  if (smallest === null) return []
  const changed = { ...timer, amount: smallest.major }
  return [
    {
      field: 'timers',
      text: `The price after “${timer.title}” is below the minimum card payment of ${smallest.text}.`,
      weight: 'problem',
      mend: {
        label: `Make it ${smallest.text}`,
        changes: { timers: timers.map((one) => (one === timer ? changed : one)) },
      },
    },
  ]
}

function addressFinding(timer: Timer, timers: Timers): Finding[] {
  const redirectUrl = httpsOf(timer.redirectUrl)
  if (redirectUrl === null) return []
  return [
    {
      field: 'timers',
      text: `The address after “${timer.title}” is not secure: it begins with http.`,
      weight: 'problem',
      mend: {
        label: 'Use https',
        changes: { timers: timers.map((one) => (one === timer ? { ...timer, redirectUrl } : one)) },
      },
    },
  ]
}

function isClosing({ redirectUrl }: Timer): boolean {
  return (redirectUrl ?? '') !== ''
}

function priceAfter({ amount }: Timer, currency: string): string | null {
  const parsed = isCurrencyCode(currency) ? parseAmount(amount ?? 0, currency) : undefined
  return parsed?.ok === true && parsed.minor > 0 ? formatAmount(parsed.minor, currency) : null
}

function without(timers: Timers, timer: Timer): Timers {
  return timers.filter((one) => one !== timer)
}
