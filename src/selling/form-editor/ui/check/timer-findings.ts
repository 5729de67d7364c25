import { t } from '#foundation/language/t.ts'
import { formatAmount, parseAmount } from '#foundation/money/amount.ts'
import { isCurrencyCode } from '#foundation/money/currencies.ts'
import { pricingTimer } from '#payments/pricing/price-purchase.ts'
import type { FormValues } from '../editor/form-values.ts'
import { pricesOf } from '../prices/arrange-prices.ts'
import type { Checked, Finding } from './finding.ts'
import { smallestAbove, httpsOf } from './price-and-look-findings.ts'

type Timers = NonNullable<FormValues['timers']>
type Timer = Timers[number]

/** Timers that have ended, contradict each other, or lead to an impossible price or an insecure URL. */
export function timerFindings({ values, now }: Checked): Finding[] {
  const timers = values.timers.toSorted((first, second) => first.timestamp - second.timestamp)
  const { currency } = values
  return [
    ...timers.flatMap((timer) => retiredPriceFinding(timer, timers, values)),
    ...timers.flatMap((timer) => expiredFinding(timer, timers, values, now)),
    ...timers.flatMap((timer, place) => contradiction(timer, timers.slice(0, place), timers, values)),
    ...timers.flatMap((timer) => amountFinding(timer, timers, currency)),
    ...timers.flatMap((timer) => addressFinding(timer, timers)),
  ]
}

/** The id of the price a timer changes; null: the first. */
function changedBy({ priceId }: Timer, values: FormValues): string | null {
  return priceId ?? values.priceId ?? null
}

/** A timer of a price that is not for sale. */
function retiredPriceFinding(timer: Timer, timers: Timers, values: FormValues): Finding[] {
  const price = ownPrice(timer, values)
  if (price === null || (price !== undefined && price.state !== 'retired')) return []
  const what =
    price === undefined ? 'a deleted price' : t('“{label}”, which is not sold', { label: price.label })
  const text = t('The timer “{title}” has no effect. It is for {what}.', { title: timer.title, what })
  const removal = { label: t('Remove it'), changes: { timers: without(timers, timer) } }
  return [{ field: 'timers', text, weight: 'advice', mend: removal }]
}

/** A timer's single price; null: all prices. */
function ownPrice({ priceId }: Timer, values: FormValues) {
  return (priceId ?? null) === null ? null : pricesOf(values).find(({ id }) => id === priceId)
}

function expiredFinding(timer: Timer, timers: Timers, values: FormValues, now: number): Finding[] {
  const price = ownPrice(timer, values)
  if (timer.timestamp > now || price === undefined || price?.state === 'retired') return []
  const name = t('The timer “{title}” has ended', { title: timer.title })
  const removal = { label: t('Remove it'), changes: { timers: without(timers, timer) } }
  if (isClosing(timer)) {
    const text = t('{name} and redirects buyers, so no one can buy.', { name })
    return [{ field: 'timers', text, weight: 'problem', mend: removal }]
  }
  const amount = priceAfter(timer, values.currency)
  if (amount === null) {
    return [
      { field: 'timers', text: t('{name} and has no effect.', { name }), weight: 'advice', mend: removal },
    ]
  }
  const changed = changedBy(timer, values)
  const dated = timers
    .filter((one) => changedBy(one, values) === changed)
    .map((one) => ({ timer: one, expiresAt: one.timestamp, amount: one.amount ?? null }))
  if (pricingTimer(dated, now)?.timer !== timer) {
    const text = t('{name}, and a later timer has since changed the price.', { name })
    return [{ field: 'timers', text, weight: 'advice', mend: removal }]
  }
  // Buyers keep paying the present price, so the timers it has overruled are removed too, or the latest of them would set the
  // price.
  const overruled = (one: Timer) =>
    changedBy(one, values) === changed && one.timestamp <= now && (one.amount ?? 0) > 0
  const left = timers.flatMap((one) =>
    overruled(one) ? (isClosing(one) ? [{ ...one, amount: 0 }] : []) : [one],
  )
  const changes = { ...costing(timer.amount ?? 0, changed, values), timers: left }
  const which = price === null ? 'the price' : t('the price of “{label}”', { label: price.label })
  const text = t('{name}: {which} has been {amount} since then.', { name, which, amount })
  return [
    {
      field: 'timers',
      text,
      weight: 'advice',
      mend: { label: t('Make {amount} the price', { amount }), changes },
    },
  ]
}

/** The form with one of its prices at an amount. */
function costing(amount: number, priceId: string | null, values: FormValues): Partial<FormValues> {
  const place = values.prices.findIndex(({ id }) => id !== null && id !== undefined && id === priceId)
  return place < 0
    ? { amount }
    : { prices: values.prices.map((one, other) => (other === place ? { ...one, amount } : one)) }
}

function contradiction(timer: Timer, earlier: Timers, timers: Timers, values: FormValues): Finding[] {
  const removal = {
    label: t('Remove “{title}”', { title: timer.title }),
    changes: { timers: without(timers, timer) },
  }
  const twin = earlier.find(
    (one) => one.timestamp === timer.timestamp && changedBy(one, values) === changedBy(timer, values),
  )
  if (twin !== undefined) {
    const text = `The timers “${twin.title}” and “${timer.title}” end at the same time.`
    return [{ field: 'timers', text, weight: 'problem', mend: removal }]
  }
  const closing = earlier.find(isClosing)
  // A later redirect still applies to late visitors; a later price never does.
  if (closing === undefined || isClosing(timer)) return []
  const text = `The timer “${timer.title}” never runs, because “${closing.title}” redirects buyers first.`
  return [{ field: 'timers', text, weight: 'problem', mend: removal }]
}

function amountFinding(timer: Timer, timers: Timers, currency: string): Finding[] {
  const smallest = smallestAbove(timer.amount, currency)
  if (smallest === null) return []
  const changed = { ...timer, amount: smallest.major }
  return [
    {
      field: 'timers',
      text: t('The price after “{title}” is below the minimum card payment of {text}.', {
        title: timer.title,
        text: smallest.text,
      }),
      weight: 'problem',
      mend: {
        label: t('Make it {text}', { text: smallest.text }),
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
      text: t('The redirect URL of “{title}” is not secure. Use https.', { title: timer.title }),
      weight: 'problem',
      mend: {
        label: t('Use https'),
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
