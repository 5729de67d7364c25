import { currencySign } from '#foundation/money/currency-signs.ts'
import { plainFormats } from '#foundation/text/formats.ts'
import type { StoredCoupon } from '#payments/coupons/find-coupon.ts'
import type { TimedForm } from '#payments/pricing/price-purchase.ts'
import { priceToday } from '#payments/pricing/price-today.ts'
import { recurrenceOf } from '#payments/pricing/recurrence.ts'
import { withPrices } from '#payments/pricing/sold-form.ts'
import type { PaymentPageData } from '../../page/page-data.ts'

/** When buyers in these tests open the page, in milliseconds. The next months have this day too. */
export const opened = Date.UTC(2026, 10, 25, 10)

export const trials = ['none', 'free', 'paid', 'refused', 'refused paid'] as const
export const codes = ['none', 'half', 'amount', 'all', 'half of large orders', 'half of bumps'] as const
export const lasts = ['once', 'cycles', 'forever'] as const
export const timers = ['none', 'to come', 'passed'] as const
export const payments = ['one-time', 0, 1, 3, 12] as const
export const cycles = ['Monthly', 'Weekly', 'Yearly', 'Every other month'] as const

/** A buyer's situation. Each field varies independently of the others. */
export type Standing = {
  readonly trial: (typeof trials)[number]
  readonly code: (typeof codes)[number]
  readonly lasting: (typeof lasts)[number]
  readonly timer: (typeof timers)[number]
  readonly payments: (typeof payments)[number]
  readonly cycle: (typeof cycles)[number]
  readonly hasSetup: boolean
  readonly quantity: 1 | 3
  readonly hasBump: boolean
  readonly hasSeveral: boolean
  readonly currency: 'usd' | 'jpy' | 'kwd' | 'isk'
  readonly tax: { readonly percentage: string; readonly inclusive: boolean } | null
  readonly isGrossFirst: boolean
}

/** Multiples of Stripe's smallest step, so that a seller could save each of these amounts. */
const units = { usd: 100, jpy: 100, kwd: 1000, isk: 10_000 } as const

export function formOf(standing: Standing): TimedForm {
  const { trial, timer, cycle, hasSetup, currency, tax } = standing
  const unit = units[currency]
  const recurrence =
    standing.payments === 'one-time'
      ? null
      : recurrenceOf({
          priceType: 'RecurringPrice',
          billingInterval: cycle === 'Every other month' ? 2 : 1,
          billingPeriod: cycle === 'Every other month' ? 'Monthly' : cycle,
          cancelAfter: standing.payments,
          trialDays: trial === 'none' ? 0 : 14,
          trialAmount: trial.endsWith('paid') ? 7 * unit : 0,
          setupAmount: hasSetup ? 30 * unit : 0,
          setupLabel: '',
          payoffDiscount: standing.payments === 3 ? 5 : 0,
        })
  const expiresAt = timer === 'passed' ? opened - 1000 : opened + 3_600_000
  const raised = { title: 'Early bird', expiresAt, amount: 120 * unit, redirectUrl: null, priceId: null }
  const form = {
    title: 'A course',
    amount: 99 * unit,
    currency,
    recurrence,
    tax,
    bumps: [{ id: 'bump', title: 'A workbook', amount: 19 * unit }],
    timers: timer === 'none' ? [] : [raised],
    priceGracePeriod: 10,
    quantities: { label: '', min: 1, max: 5 },
  }
  const other = { label: 'Other', isDefault: false, isHidden: false }
  const others = standing.hasSeveral
    ? [{ ...other, id: 'other', amount: 500 * unit, recurrence: recurrence === null ? null : recurrence }]
    : []
  return withPrices(form, { id: 'own', label: '' }, others)
}

/** The coupon for a code as a seller has saved it, or null if there is none. */
export function couponOf({ code, lasting, currency }: Standing): StoredCoupon | null {
  if (code === 'none') return null
  const unit = units[currency]
  return {
    couponId: 'coupon',
    codeId: 'code',
    code: 'SPRING',
    kind: code === 'amount' ? 'amount' : 'percent',
    percentage: code === 'amount' ? null : code === 'all' ? '100' : '50',
    amounts: code === 'amount' ? { [currency]: 60 * unit } : {},
    scope: code === 'half of bumps' ? 'bumps' : 'order',
    lasts: lasting,
    cycles: lasting === 'cycles' ? 2 : null,
    minimums:
      code === 'half of large orders'
        ? { [currency]: 200 * unit }
        : code === 'half of bumps'
          ? { [currency]: 50 * unit }
          : {},
    formIds: null,
    startsAt: null,
    endsAt: null,
    maxPerBuyer: null,
    isUsedUp: false,
  }
}

/** A form's page data as the server sends them, before the buyer chooses anything. */
export function pageOf(
  pricing: TimedForm,
  { isGrossFirst, currency }: Pick<Standing, 'isGrossFirst' | 'currency'>,
): PaymentPageData {
  return {
    form: {
      id: 'form',
      title: 'A course',
      description: '',
      image: null,
      imageFit: 'wide',
      imageFocus: { x: 50, y: 50 },
      pictures: [],
      video: null,
      termsUrl: null,
      guarantee: null,
      buttonText: '',
      buttonTextColor: '#fff',
      themeColor: '#7F1CCF',
      colorScheme: 'automatic',
    },
    sellerName: 'Juniper Studio',
    sellerLogo: null,
    font: 'system',
    pricing,
    currencySign: currencySign(currency),
    bumps: [],
    taxTitle: 'VAT',
    isGrossFirst,
    formats: plainFormats,
    hasOffers: false,
    quote: { token: 'quote', price: priceToday(pricing, new Set(), opened), issuedAt: opened },
    provider: { publishableKey: '', accountId: 'acct', scriptUrl: '' },
    isTestMode: true,
    unavailable: null,
  }
}
