import { InvalidFields } from '#foundation/failures/failure.ts'
import type { AmountsByCurrency } from '#foundation/db/tables/coupons.ts'
import { parseAmount, toMajor } from '#foundation/money/amount.ts'
import { amountText } from '#foundation/money/price-problem.ts'
import type { Coupon, CouponFields, CouponTerms, CouponUpdate } from './contract.ts'
import type { CouponRow, TermsRow } from './store.ts'

type WireAmounts = CouponFields['amounts']

export function describeCoupon({ codeCount, revenue, ...row }: Omit<CouponRow, 'codes'>): Coupon {
  return {
    ...describeTerms(row),
    codeCount,
    revenue: revenue.map(({ currency, total }) => ({ currency, amount: toMajor(total, currency) })),
  }
}

export function describeTerms(row: TermsRow): CouponTerms {
  return {
    ...row,
    percentage: row.percentage === null ? null : Number(row.percentage),
    amounts: wireAmounts(row.amounts),
    minimums: wireAmounts(row.minimums),
    startsAt: row.startsAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

function wireAmounts(amounts: AmountsByCurrency): WireAmounts {
  return Object.entries(amounts).map(([currency, minor]) => ({ currency, amount: toMajor(minor, currency) }))
}

/** The columns of what was given; what is undefined stays as it is. Throws `InvalidFields`. */
export function couponColumns({
  amounts,
  minimums,
  startsAt,
  endsAt,
  ...given
}: Omit<CouponUpdate, 'percentage'>) {
  const errors: Record<string, string> = {}
  const columns = {
    ...given,
    amounts: amounts && storedAmounts('amounts', amounts, errors),
    minimums: minimums && storedAmounts('minimums', minimums, errors),
    startsAt: timeOf(startsAt),
    endsAt: timeOf(endsAt),
  }
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors)
  return columns
}

/** A number of payments is of a coupon alone that lasts for some, and a percentage of one that takes a part off. */
export function dependentColumns({
  kind,
  percentage,
  lasts,
  cycles,
}: Pick<CouponFields, 'kind' | 'percentage' | 'lasts' | 'cycles'>) {
  return {
    percentage: kind === 'percent' && percentage !== null ? String(percentage) : null,
    lasts,
    cycles: lasts === 'cycles' ? cycles : null,
  }
}

function timeOf(instant: string | null | undefined): Date | null | undefined {
  return typeof instant === 'string' ? new Date(instant) : instant
}

/** As JSON text, in minor units. */
function storedAmounts(field: string, amounts: WireAmounts, errors: Record<string, string>): string {
  const stored = amounts.map(({ currency, amount }, index) => {
    const parsed = parseAmount(amount, currency)
    if (!parsed.ok) errors[`${field}.${index}.amount`] = amountText(parsed.problem, currency)
    return [currency, parsed.ok ? parsed.minor : 0] as const
  })
  return JSON.stringify(Object.fromEntries(stored))
}
