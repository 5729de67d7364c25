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

/** Finds timers that have ended, contradict each other, or lead to an impossible price or an insecure URL. */
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

/** The id of the price that a timer changes, or null for the first. */
function changedBy({ priceId }: Timer, values: FormValues): string | null {
  return priceId ?? values.priceId ?? null
}

/** Finds a timer for a price that is not for sale. */
function retiredPriceFinding(timer: Timer, timers: Timers, values: FormValues): Finding[] {
  const price = ownPrice(timer, values)
  if (price === null || (price !== undefined && price.state !== 'retired')) return []
  const { title } = timer
  const text =
    price === undefined
      ? t('The timer “{title}” has no effect. It is for a deleted price.', { title })
      : t('The timer “{title}” has no effect. It is for “{label}”, which is not sold.', {
          title,
          label: price.label,
        })
  const removal = { label: t('Remove it'), changes: { timers: without(timers, timer) } }
  return [{ field: 'timers', text, weight: 'advice', mend: removal }]
}

/** The single price that a timer changes, or null for all prices. */
function ownPrice({ priceId }: Timer, values: FormValues) {
  return (priceId ?? null) === null ? null : pricesOf(values).find(({ id }) => id === priceId)
}

function expiredFinding(timer: Timer, timers: Timers, values: FormValues, now: number): Finding[] {
  const price = ownPrice(timer, values)
  if (timer.timestamp > now || price === undefined || price?.state === 'retired') return []
  const { title } = timer
  const removal = { label: t('Remove it'), changes: { timers: without(timers, timer) } }
  if (isClosing(timer)) {
    const text = t('The timer “{title}” has ended and redirects buyers, so no one can buy.', { title })
    return [{ field: 'timers', text, weight: 'problem', mend: removal }]
  }
  const amount = priceAfter(timer, values.currency)
  if (amount === null) {
    const text = t('The timer “{title}” has ended and has no effect.', { title })
    return [{ field: 'timers', text, weight: 'advice', mend: removal }]
  }
  const changed = changedBy(timer, values)
  const dated = timers
    .filter((one) => changedBy(one, values) === changed)
    .map((one) => ({ timer: one, expiresAt: one.timestamp, amount: one.amount ?? null }))
  if (pricingTimer(dated, now)?.timer !== timer) {
    const text = t('The timer “{title}” has ended, and a later timer has since changed the price.', { title })
    return [{ field: 'timers', text, weight: 'advice', mend: removal }]
  }
  // Earlier timers are removed too, because otherwise the latest of them would set the price.
  const overruled = (one: Timer) =>
    changedBy(one, values) === changed && one.timestamp <= now && (one.amount ?? 0) > 0
  const left = timers.flatMap((one) =>
    overruled(one) ? (isClosing(one) ? [{ ...one, amount: 0 }] : []) : [one],
  )
  const changes = { ...costing(timer.amount ?? 0, changed, values), timers: left }
  const text =
    price === null
      ? t('The timer “{title}” has ended: the price has been {amount} since then.', { title, amount })
      : t('The timer “{title}” has ended: the price of “{label}” has been {amount} since then.', {
          title,
          label: price.label,
          amount,
        })
  return [
    {
      field: 'timers',
      text,
      weight: 'advice',
      mend: { label: t('Make {amount} the price', { amount }), changes },
    },
  ]
}

/** The form with one of its prices at this amount. */
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
    const text = t('The timers “{first}” and “{second}” end at the same time.', {
      first: twin.title,
      second: timer.title,
    })
    return [{ field: 'timers', text, weight: 'problem', mend: removal }]
  }
  const closing = earlier.find(isClosing)
  // A later redirect still applies to late visitors, but a later price never applies.
  if (closing === undefined || isClosing(timer)) return []
  const text = t('The timer “{title}” never runs, because “{other}” redirects buyers first.', {
    title: timer.title,
    other: closing.title,
  })
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
