import { currencies, type Currency } from '#foundation/money/currencies.ts'
import { couponScopes, type Coupon } from '#payments/pricing/discount.ts'
import type { TimedForm } from '#payments/pricing/price-purchase.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { withPrices, type StoredTimer } from '#payments/pricing/sold-form.ts'
import type { Random } from '#foundation/values/random.ts'

/** A purchase that a buyer can make. */
export type PlannedPurchase = {
  readonly form: TimedForm
  /** The form's timers, each for one price or for all. */
  readonly timers: readonly StoredTimer[]
  /** The price the buyer chose, or null if the form has only one. */
  readonly price: string | null
  /** The amount the buyer entered for one unit, in minor units, or null for the minimum or a fixed price. */
  readonly named: number | null
  /** The quantity the buyer chose for the form's own line. */
  readonly quantity: number
  /** Whether the buyer has already had a trial, so that their first payment is due today. */
  readonly hasHadTrial: boolean
  readonly chosen: ReadonlySet<string>
  readonly instant: number
  readonly step: number
  /** The coupon, or null if none is used. */
  readonly coupon: Coupon | null
  /** The offers that are shown one after another once the purchase is paid. */
  readonly offers: readonly { readonly amount: number; readonly isAccepted: boolean }[]
}

/** Plans a random purchase in any currency, with and without each kind of extra and discount. */
export function planPurchase(random: Random): PlannedPurchase {
  const { code, step, maximum } = random.pick(currencies)
  const amount = () => anyAmount(random, { step, maximum })
  const instant = random.below(2 ** 41)
  const timers = Array.from({ length: random.below(5) }, () => ({
    expiresAt: instant + random.pick([-1, 0, 1, -random.below(2 ** 31), random.below(2 ** 31)]),
    amount: random.pick([null, 0, amount()]),
    title: 'Timer',
    redirectUrl: null,
    priceId: null,
  }))
  const bumps = Array.from({ length: random.below(6) }, (_, index) => ({
    id: `bump-${index}`,
    title: `Bump ${index}`,
    amount: amount(),
  }))
  const chosen = new Set(bumps.filter(() => random.chance(0.5)).map(({ id }) => id))
  const taxed = anyTax(random)
  const recurrence = random.chance(0.5) ? null : anyRecurrence(random, amount)
  // Two timers in the same millisecond have no defined order.
  const distinct = timers.filter(
    ({ expiresAt }, index) => timers.findIndex((other) => other.expiresAt === expiresAt) === index,
  )
  const priced = { title: 'Form', amount: amount(), currency: code, recurrence, ...taxed, bumps }
  const open = anyOpen(random, recurrence)
  const form = { ...priced, ...open, timers: distinct, priceGracePeriod: 0 }
  return {
    ...(random.chance(0.5) ? { form, timers: distinct, price: null } : atPrices(random, form, amount)),
    named: random.chance(0.2) ? null : amount(),
    quantity: random.pick([1, 1, 2, 3, 7, 1 + random.below(mostOf(maximum))]),
    hasHadTrial: random.chance(0.2),
    chosen,
    instant,
    step,
    coupon: random.chance(0.5) ? null : anyCoupon(random, amount),
    offers: Array.from({ length: random.below(4) }, () => ({
      amount: amount(),
      isAccepted: random.chance(0.5),
    })),
  }
}

/** Picks no tax, a tax rate, or an included tax that the buyer does not owe. */
function anyTax(random: Random): Pick<TimedForm, 'tax' | 'without'> {
  if (random.chance(0.2)) return { tax: null }
  const percentage = anyPercentage(random)
  if (random.chance(0.2)) return { tax: null, without: { percentage, inclusive: true } }
  return { tax: { percentage, inclusive: random.chance(0.5) } }
}

/** The largest quantity for which the total with tax is still an exact number. */
function mostOf(maximum: number): number {
  return Math.min(9999, Math.floor(Number.MAX_SAFE_INTEGER / (4 * maximum)))
}

/** Recurring prices are never "pay what you want". */
function anyOpen(random: Random, recurrence: Recurrence | null): Pick<TimedForm, 'open'> {
  return recurrence === null && random.chance(0.4) ? { open: { suggested: null, presets: [] } } : {}
}

function anyRecurrence(random: Random, amount: () => number): Recurrence {
  const [trialDays, setupAmount] = [random.pick([0, 0, 1, 14, 730]), random.pick([0, 0, amount()])]
  const trialAmount = trialDays === 0 ? 0 : random.pick([0, amount()])
  const start = { trialDays, trialAmount, setupAmount, setupLabel: '' }
  return {
    ...((trialDays > 0 || setupAmount > 0) && { start }),
    billingInterval: random.pick([1, 2, 3]),
    billingPeriod: random.pick(['Monthly', 'Yearly'] as const),
    cancelAfter: random.pick([0, 1, 2, 3, 12]),
  }
}

/**
 * The same form with several prices, one of which is chosen. Each timer changes one price, all prices or a
 * deleted one.
 */
function atPrices(random: Random, form: Parameters<typeof withPrices>[0], amount: () => number) {
  const ids = Array.from({ length: 2 + random.below(3) }, (_, index) => `price-${index}`)
  const [first = '', ...further] = ids
  const timers = form.timers.map((timer) => ({ ...timer, priceId: random.pick([null, ...ids, 'gone']) }))
  const others = further.map((id) => {
    const recurrence = random.chance(0.5) ? anyRecurrence(random, amount) : null
    return {
      id,
      label: `Label of ${id}`,
      amount: amount(),
      recurrence,
      ...anyOpen(random, recurrence),
      isDefault: false,
      isHidden: random.chance(0.2),
    }
  })
  const sold = withPrices({ ...form, timers }, { id: first, label: 'First' }, others)
  return { form: sold, timers, price: random.pick(ids) }
}

function anyCoupon(random: Random, amount: () => number): Coupon {
  return {
    code: 'SPRING',
    scope: random.pick(couponScopes),
    takes: random.chance(0.5)
      ? {
          kind: 'percent',
          percentage: random.pick(['100', '0.01', '33.33', `${random.below(10_000) / 100}`]),
        }
      : { kind: 'amount', amount: amount() },
    minimum: random.pick([0, 0, amount()]),
    cycles: random.pick([1, 3, null]),
  }
}

function anyAmount(random: Random, { step, maximum }: Pick<Currency, 'step' | 'maximum'>): number {
  const most = maximum / step
  return step * random.pick([0, 1, random.below(100), random.below(100_000), random.below(most), most])
}

function anyPercentage(random: Random): string {
  const whole = random.pick([0, 1, 100, random.below(100)])
  const part = whole === 100 ? 0 : random.pick([0, 5_000, random.below(10_000)])
  return part === 0 ? `${whole}` : `${whole}.${`${part}`.padStart(4, '0')}`
}
