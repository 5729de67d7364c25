import { listText } from '#foundation/language/list.ts'
import { t } from '#foundation/language/t.ts'
import { formatAmount, toMinor } from '#foundation/money/amount.ts'
import type { CouponFields } from './contract.ts'

type Amounts = readonly CouponFields['amounts'][number][]

type Told = Pick<
  CouponFields,
  | 'kind'
  | 'percentage'
  | 'scope'
  | 'lasts'
  | 'cycles'
  | 'startsAt'
  | 'endsAt'
  | 'zone'
  | 'maxRedemptions'
  | 'maxPerBuyer'
> & {
  readonly amounts: Amounts
  readonly minimums: Amounts
  /** Titles of its forms, as far as they are known; null: every form. */
  readonly forms: readonly string[] | null
}

const scopes = {
  form: 'the form’s price',
  bumps: 'the order bumps',
  order: 'the whole order',
  everything: 'the whole order and post-purchase offers',
} as const satisfies Record<Told['scope'], string>

/** A coupon in one sentence: "20% off the whole order, until Nov 30, 2026, 11:59 PM in Chicago, once per buyer". */
export function couponSentence(coupon: Told): string {
  const { scope, forms, minimums, startsAt, endsAt, zone, maxRedemptions, maxPerBuyer } = coupon
  return [
    `${takenText(coupon)} off ${scopes[scope]}${formsText(forms)}`,
    lastingText(coupon),
    minimums.length > 0 && `for orders from ${amountsText(minimums)}`,
    startsAt !== null && `from ${endsAt === null ? momentText(startsAt, zone) : timeText(startsAt, zone)}`,
    endsAt !== null && `until ${momentText(endsAt, zone)}`,
    maxRedemptions !== null && `${atMost(maxRedemptions)} total`,
    maxPerBuyer !== null && `${atMost(maxPerBuyer)} per buyer`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

/** The recurring payments it applies to. The first payment needs no words, since every order has one. */
function lastingText({ lasts, cycles }: Pick<Told, 'lasts' | 'cycles'>): string | false {
  if (lasts === 'forever') return t('on every recurring payment')
  return lasts === 'cycles' && cycles !== null && t('on the first {cycles} recurring payments', { cycles })
}

/** "20%", "$10.00 or €9.00". */
function takenText({ kind, percentage, amounts }: Pick<Told, 'kind' | 'percentage' | 'amounts'>): string {
  if (kind === 'amount') return amountsText(amounts)
  return (percentage ?? 0) === 0 ? 'nothing' : `${percentage}%`
}

function amountsText(amounts: Amounts): string {
  const texts = amounts.map(({ currency, amount }) => formatAmount(toMinor(amount, currency), currency))
  return texts.length === 0 ? 'nothing' : listText(texts, 'disjunction')
}

function formsText(forms: Told['forms']): string {
  if (forms === null) return ''
  const [only] = forms
  return forms.length === 1 && only !== undefined ? ` on “${only}”` : ` on ${forms.length} forms`
}

/** "Nov 30, 2026, 11:59 PM in Chicago". */
export function momentText(instant: string, zone: string): string {
  return `${timeText(instant, zone)}${placeText(zone)}`
}

function timeText(instant: string, zone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  }).format(Date.parse(instant))
}

/** "America/Chicago" becomes "in Chicago"; a zone without a place keeps its name. */
function placeText(zone: string): string {
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  return zone.includes('/') && !zone.startsWith('Etc/') ? ` in ${place}` : ` ${place}`
}

function atMost(count: number): string {
  if (count === 1) return 'once'
  return `up to ${count === 2 ? 'twice' : `${count.toLocaleString('en-US')} times`}`
}
