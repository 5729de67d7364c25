import { currencySign } from '#foundation/money/currency-signs.ts'
import { divideHalfUp, hundredPercent, parsePercentage } from '#foundation/money/tax.ts'
import type { Recurrence } from './recurrence.ts'

export const couponScopes = ['form', 'bumps', 'order', 'everything'] as const
/** The lines that a coupon reduces: the form's own, its bumps, the whole order, or the order and its offers. */
export type CouponScope = (typeof couponScopes)[number]

/** A coupon as it applies to one form. Amounts are in minor units of the form's currency. */
export type Coupon = {
  /** The code as the seller wrote it. */
  readonly code: string
  readonly scope: CouponScope
  /** A discount. `percentage` is decimal text with up to two decimals ("12.5"). */
  readonly takes:
    | { readonly kind: 'percent'; readonly percentage: string }
    | { readonly kind: 'amount'; readonly amount: number }
  /** The minimum total of an order's lines, before the discount and added tax. */
  readonly minimum: number
  /** The number of payments of a recurring price that it reduces, including the first, or null for all. */
  readonly cycles: number | null
}

/** A line at its list price, in minor units, before added tax. */
export type ListedLine = {
  readonly kind: 'form' | 'setup' | 'bump' | 'offer'
  readonly title: string
  readonly amount: number
}

export type Discount = (
  lines: readonly ListedLine[],
) => readonly (ListedLine & { readonly discountAmount?: number })[]

/**
 * A percentage is taken off each line in scope and rounded half up to the currency's smallest chargeable step. An
 * amount is spread over the lines in scope in proportion, and the remaining units go to the largest lines first, one
 * step each. An amount that also reduces later payments is taken off the recurring line first, so that each payment is
 * reduced by the same amount.
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

/** Reduces the form's own line, the first, before the lines that are paid once. */
function recurringFirst(amount: bigint, [own = 0n, ...once]: readonly bigint[], step: bigint): bigint[] {
  const [taken = 0n] = spread(amount, [own], step)
  return [taken, ...spread(amount - taken, once, step)]
}

/** Counts in steps of the currency. Of two equal lines, the first has priority. */
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

export type Lasting = { readonly lasts: 'once' | 'cycles' | 'forever'; readonly cycles: number | null }

/**
 * How many payments a coupon reduces, including the first, or null for all. Undefined if impossible: Stripe counts
 * discounts in months, so only cycles of whole months work. With a trial, even a discount on a single payment needs
 * them.
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

/** The trial has its own invoice first, which would use up a discount on one payment. */
function hasTrial({ start }: Recurrence): boolean {
  return (start?.trialDays ?? 0) > 0
}

/** The months in a cycle, or null for a cycle in days or weeks. */
export function monthsOf({ billingInterval, billingPeriod }: Recurrence): number | null {
  if (billingPeriod === 'Monthly') return billingInterval
  return billingPeriod === 'Yearly' ? billingInterval * 12 : null
}
