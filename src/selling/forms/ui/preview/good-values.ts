import type { PaymentPageData } from '#buying/checkout/page-data.ts'
import { youtubeVideoId } from '#buying/checkout/youtube.ts'
import { hexColor, isWebAddress } from '#foundation/http/fields.ts'
import { parseAmount } from '#foundation/money/amount.ts'
import type { Plan } from '#payments/pricing/plan.ts'
import { amountOf } from '../amount-of.ts'
import { newFormValues, type FormValues } from '../form-values.ts'

/** What of a form may be half typed, as it was when it last made sense; the amount in minor units of the currency. */
export type GoodValues = Pick<
  PaymentPageData['form'],
  'videoId' | 'termsUrl' | 'themeColor' | 'buttonTextColor'
> & {
  readonly amount: number
  readonly currency: string
  readonly plan: Plan | null
  readonly priceGracePeriod: number
}

const { themeColor, buttonTextColor } = newFormValues()

/** What is shown before anything made sense. */
export const firstGoodValues: GoodValues = {
  amount: 0,
  currency: 'usd',
  plan: null,
  priceGracePeriod: 10,
  videoId: null,
  termsUrl: null,
  themeColor: themeColor ?? '#000',
  buttonTextColor: buttonTextColor ?? '#fff',
}

/** The typed values, and for each that makes no sense now the one that last did. */
export function goodValuesOf(values: FormValues, last: GoodValues): GoodValues {
  const typedVideo = (values.video ?? '').trim()
  const typedTerms = (values.termsUrl ?? '').trim()
  const grace = values.priceGracePeriod ?? last.priceGracePeriod
  return {
    ...(goodPrice(values) ?? { amount: last.amount, currency: last.currency }),
    plan: values.priceType === 'RecurringPrice' ? (goodPlan(values) ?? last.plan) : null,
    priceGracePeriod: isWithin(grace, 0, 60) ? grace : last.priceGracePeriod,
    videoId: typedVideo === '' ? null : (youtubeVideoId(typedVideo) ?? last.videoId),
    termsUrl: typedTerms === '' ? null : isWebAddress(typedTerms) ? typedTerms : last.termsUrl,
    themeColor: goodColor(values.themeColor) ?? last.themeColor,
    buttonTextColor: goodColor(values.buttonTextColor) ?? last.buttonTextColor,
  }
}

function goodPrice({ amount, currency = 'usd' }: FormValues): Pick<GoodValues, 'amount' | 'currency'> | null {
  const parsed = parseAmount(amountOf(amount) ?? 0, currency)
  return parsed.ok ? { amount: parsed.minor, currency } : null
}

function goodPlan({ billingInterval = 1, billingPeriod, cancelAfter = 0 }: FormValues): Plan | null {
  const isPlan = isWithin(billingInterval, 1, 1_095) && isWithin(cancelAfter, 0, 10_000)
  return isPlan && billingPeriod !== undefined ? { billingInterval, billingPeriod, cancelAfter } : null
}

function goodColor(color: string | undefined): string | null {
  return hexColor.safeParse(color).data ?? null
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
