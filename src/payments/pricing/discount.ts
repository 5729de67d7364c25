import { currencySign } from '#foundation/money/currency-signs.ts'
import { divideHalfUp, hundredPercent, parsePercentage } from '#foundation/money/tax.ts'
import type { Recurrence } from './recurrence.ts'

export const couponScopes = ['form', 'bumps', 'order', 'everything'] as const
/** Which lines a coupon is taken off: the form's own, its bumps', all of an order, or those of the offers after it as well. */
export type CouponScope = (typeof couponScopes)[number]

/** A coupon as it counts for one form; amounts are minor units of the form's currency. */
export type Coupon = {
  /** As its seller wrote it. */
  readonly code: string
  readonly scope: CouponScope
  /** `percentage` is decimal text with at most two decimals ("12.5"). */
  readonly takes:
    | { readonly kind: 'percent'; readonly percentage: string }
    | { readonly kind: 'amount'; readonly amount: number }
  /** What the lines of an order have to come to before it, and before tax that is added; less takes nothing off. */
  readonly minimum: number
  /** How many payments of a recurring price it is taken off, the first one among them; null: all of them. */
  readonly cycles: number | null
}

/** A line at its list price, in minor units: what a coupon is taken off, before tax that is added. */
export type ListedLine = {
  readonly kind: 'form' | 'setup' | 'bump' | 'offer'
  readonly title: string
  readonly amount: number
}

/** The same lines with what is left of their amounts; `discountAmount` is left out where nothing was taken off. */
export type Discount = (
  lines: readonly ListedLine[],
) => readonly (ListedLine & { readonly discountAmount?: number })[]

/**
 * The one rule of coupons. A percentage is taken off each line in scope and rounded half up to the smallest chargeable
 * step of the currency. An amount is spread over the lines in scope in proportion; what remains of it goes to the
 * largest line first, a step each. An amount that is taken off later payments too is taken off what recurs first, so that
 * each of them is lower by the same.
 */
export function discountBy({ scope, takes, minimum, cycles }: Coupon, currency: string): Discount {
  const step = BigInt(currencySign(currency).step)
  return (lines) => {
    const isEnough = lines.reduce((sum, { amount }) => sum + amount, 0) >= minimum
    const inScope = lines.map(({ kind, amount }) => (isEnough && isIn(scope, kind) ? BigInt(amount) : 0n))
    const taken =
      takes.kind === 'percent'
        ? inScope.map((amount) => partOf(amount, takes.percentage, step))
        : cycles === 1
          ? spread(BigInt(takes.amount), inScope, step)
          : recurringFirst(BigInt(takes.amount), inScope, step)
    return lines.map((line, index) => {
      const discountAmount = Number(taken[index] ?? 0n)
      return discountAmount === 0 ? line : { ...line, amount: line.amount - discountAmount, discountAmount }
    })
  }
}

function isIn(scope: CouponScope, kind: ListedLine['kind']): boolean {
  if (scope === 'form') return kind === 'form'
  return scope !== 'bumps' || kind === 'bump' || kind === 'offer'
}

function partOf(amount: bigint, percentage: string, step: bigint): bigint {
  const part = divideHalfUp(amount * parsePercentage(percentage), hundredPercent * step) * step
  return part < amount ? part : amount
}

/** The form's own line, which is the first one, before what is paid once. */
function recurringFirst(amount: bigint, [own = 0n, ...once]: readonly bigint[], step: bigint): bigint[] {
  const [taken = 0n] = spread(amount, [own], step)
  return [taken, ...spread(amount - taken, once, step)]
}

/** All in steps of the currency; of two equal lines, the first one comes first. */
function spread(amount: bigint, lines: readonly bigint[], step: bigint): bigint[] {
  const sizes = lines.map((line) => line / step)
  const whole = sizes.reduce((sum, size) => sum + size, 0n)
  if (whole === 0n) return lines.map(() => 0n)
  const wanted = amount / step
  const taken = wanted < whole ? wanted : whole
  const shares = sizes.map((size) => (taken * size) / whole)
  const rest = Number(taken - shares.reduce((sum, share) => sum + share, 0n))
  const first = new Set(largestFirst(sizes).slice(0, rest))
  return shares.map((share, index) => (first.has(index) ? share + 1n : share) * step)
}

function largestFirst(sizes: readonly bigint[]): number[] {
  return [...sizes.entries()].toSorted(([, one], [, other]) => Number(other - one)).map(([index]) => index)
}

/** Of how many payments of a recurring price a coupon is taken off: `cycles` of them where it lasts for `cycles`. */
export type Lasting = { readonly lasts: 'once' | 'cycles' | 'forever'; readonly cycles: number | null }

/**
 * How many payments a coupon makes cheaper, the first one among them; null: all. Undefined where it cannot: the provider
 * counts a discount in months, so that only cycles of whole months can be counted, and with a trial one for once as well.
 */
export function cyclesOn(
  recurrence: Recurrence | null,
  { lasts, cycles }: Lasting,
): number | null | undefined {
  if (recurrence === null) return 1
  if (lasts === 'once' && !hasTrial(recurrence)) return 1
  if (lasts === 'forever') return null
  if (monthsOf(recurrence) === null) return undefined
  const count = cycles ?? 1
  return recurrence.cancelAfter > 0 && count >= recurrence.cancelAfter ? null : count
}

/** Its first invoice is that of the trial, so that a discount for once is over with it. */
function hasTrial({ start }: Recurrence): boolean {
  return (start?.trialDays ?? 0) > 0
}

/** How many months a cycle takes; null for one of days or weeks. */
export function monthsOf({ billingInterval, billingPeriod }: Recurrence): number | null {
  if (billingPeriod === 'Monthly') return billingInterval
  return billingPeriod === 'Yearly' ? billingInterval * 12 : null
}
