import { dateFormat } from '#foundation/time/date-format.ts'
import { listText } from '#foundation/language/list.ts'
import { t } from '#foundation/language/t.ts'
import { formatAmount, toMinor } from '#foundation/money/amount.ts'
import type { CouponFields } from './contract.ts'

type Amounts = readonly CouponFields['amounts'][number][]

type Described = Pick<
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
  /** The titles of the coupon's forms, as far as they are known, or null for all forms. */
  readonly forms: readonly string[] | null
}

/**
 * Describes a coupon in one sentence: "20% off the whole order, until Nov 30, 2026, 11:59 PM in Chicago, once per
 * buyer".
 */
export function couponSentence(coupon: Described): string {
  const { minimums, startsAt, endsAt, zone, maxRedemptions, maxPerBuyer } = coupon
  const begin = startsAt && (endsAt === null ? momentText(startsAt, zone) : timeText(startsAt, zone))
  const parts = [
    discountText(coupon),
    lastingText(coupon),
    minimums.length > 0 && t('for orders from {amounts}', { amounts: amountsText(minimums) }),
    begin !== null && t('from {time}', { time: begin }),
    endsAt !== null && t('until {time}', { time: momentText(endsAt, zone) }),
    maxRedemptions !== null &&
      t('{count, plural, =1 {once} =2 {up to twice} other {up to {total} times}} total', {
        count: maxRedemptions,
        total: maxRedemptions.toLocaleString('en-US'),
      }),
    maxPerBuyer !== null &&
      t('{count, plural, =1 {once} =2 {up to twice} other {up to {total} times}} per buyer', {
        count: maxPerBuyer,
        total: maxPerBuyer.toLocaleString('en-US'),
      }),
  ]
  return listText(
    parts.filter((part) => part !== false),
    'unit',
  )
}

/** "20% off the whole order", "$10.00 or €9.00 off the order bumps on 3 forms". */
function discountText({ scope, forms, ...coupon }: Described): string {
  const discount = amountOff(coupon)
  if (forms === null) {
    return t(
      '{discount} off {scope, select, form {the form’s price} bumps {the order bumps} everything {the whole order and post-purchase offers} other {the whole order}}',
      { discount, scope },
    )
  }
  const [title] = forms
  return forms.length === 1 && title !== undefined
    ? t(
        '{discount} off {scope, select, form {the form’s price} bumps {the order bumps} everything {the whole order and post-purchase offers} other {the whole order}} on “{title}”',
        { discount, scope, title },
      )
    : t(
        '{discount} off {scope, select, form {the form’s price} bumps {the order bumps} everything {the whole order and post-purchase offers} other {the whole order}} on {count, plural, one {# form} other {# forms}}',
        { discount, scope, count: forms.length },
      )
}

const firstPayments = (cycles: number) =>
  t('on the first {cycles, plural, one {recurring payment} other {# recurring payments}}', { cycles })

/** The recurring payments that the coupon discounts, unless it is only the first one. */
function lastingText({ lasts, cycles }: Pick<Described, 'lasts' | 'cycles'>): string | false {
  if (lasts === 'forever') return t('on every recurring payment')
  return lasts === 'cycles' && cycles !== null && firstPayments(cycles)
}

/** "20%", "$10.00 or €9.00", or "nothing" while it is typed. */
function amountOff({
  kind,
  percentage,
  amounts,
}: Pick<Described, 'kind' | 'percentage' | 'amounts'>): string {
  if (kind === 'amount') return amountsText(amounts)
  return (percentage ?? 0) === 0 ? t('nothing') : `${percentage}%`
}

function amountsText(amounts: Amounts): string {
  const texts = amounts.map(({ currency, amount }) => formatAmount(toMinor(amount, currency), currency))
  return texts.length === 0 ? t('nothing') : listText(texts, 'disjunction')
}

/** Formats a time such as "Nov 30, 2026, 11:59 PM in Chicago". A time zone without a city keeps its own name. */
export function momentText(instant: string, zone: string): string {
  const time = timeText(instant, zone)
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  return zone.includes('/') && !zone.startsWith('Etc/')
    ? t('{time} in {place}', { time, place })
    : `${time} ${place}`
}

function timeText(instant: string, zone: string): string {
  return dateFormat({
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  }).format(Date.parse(instant))
}
