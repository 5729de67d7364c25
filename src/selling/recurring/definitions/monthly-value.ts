import type { BillingPeriod } from '#foundation/db/tables/products.ts'

/** A payment before tax, in minor units, and the cycle it pays for. */
export type CyclePayment = {
  readonly net: number
  readonly billingPeriod: BillingPeriod
  readonly billingInterval: number
}

/** An amount in minor units that is not rounded yet, as a fraction: `parts` divided by `of`. */
export type Exact = { readonly parts: bigint; readonly of: bigint }

export const nothing: Exact = { parts: 0n, of: 1n }

/** How many periods a month has, as a fraction: a year has 365.25 days, a month 30.4375 and 4.348 weeks. */
const periodsOfMonth: Readonly<Record<BillingPeriod, readonly [bigint, bigint]>> = {
  Daily: [487n, 16n],
  Weekly: [487n, 112n],
  Monthly: [1n, 1n],
  Yearly: [1n, 12n],
}

/** What a cycle's payment is worth in a month. */
export function monthlyValue({ net, billingPeriod, billingInterval }: CyclePayment): Exact {
  const [parts, of] = periodsOfMonth[billingPeriod]
  return { parts: BigInt(net) * parts, of: of * BigInt(billingInterval) }
}

export function plus(one: Exact, other: Exact): Exact {
  if (one.of === other.of) return { parts: one.parts + other.parts, of: one.of }
  const common = greatestDivisor(one.of, other.of)
  const of = (one.of / common) * other.of
  return { parts: one.parts * (of / one.of) + other.parts * (of / other.of), of }
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestDivisor(other, one % other)
}

/** Rounds to whole minor units. A half is rounded away from 0. */
export function rounded({ parts, of }: Exact): number {
  const size = parts < 0n ? -parts : parts
  const whole = (2n * size + of) / (2n * of)
  return Number(parts < 0n ? -whole : whole)
}

/** The monthly value of several payments together, rounded only once. */
export function sumMonthly(payments: readonly CyclePayment[]): number {
  return rounded(payments.map(monthlyValue).reduce(plus, nothing))
}

/**
 * Rounds amounts that are added one after the other to `begin`, so that the rounded amounts still add up to the rounded
 * end. Whole amounts stay the same, and others change by less than one unit.
 */
export function roundedSteps(begin: Exact, steps: readonly Exact[]): number[] {
  let reached = begin
  return steps.map((step) => {
    const before = rounded(reached)
    reached = plus(reached, step)
    return rounded(reached) - before
  })
}
