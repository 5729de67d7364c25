import type { Kysely } from 'kysely'
import { t } from '#foundation/language/t.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { AmountsByCurrency } from '#foundation/db/tables/coupons.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { parseAmount, toMajor } from '#foundation/money/amount.ts'
import { amountText } from '#foundation/money/price-problem.ts'
import { cyclesOn, type Lasting } from '#payments/pricing/discount.ts'
import { recurrenceOf } from '#payments/pricing/recurrence.ts'
import type { Coupon, CouponFields, CouponTerms, CouponUpdate } from './contract.ts'
import { tooShortCycles } from './coupon-effect.ts'
import { type CouponRow, listSoldForms, type TermsRow } from './store.ts'

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

/** The columns for the given fields. Undefined leaves a column unchanged. Throws `InvalidFields`. */
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

/**
 * Only a coupon that lasts for several payments has a number of payments, and only a percentage coupon has a
 * percentage.
 */
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

/** The amounts by currency as JSON text, in minor units. */
function storedAmounts(field: string, amounts: WireAmounts, errors: Record<string, string>): string {
  const stored = amounts.map(({ currency, amount }, index) => {
    const parsed = parseAmount(amount, currency)
    if (!parsed.ok) errors[`${field}.${index}.amount`] = amountText(parsed.problem, currency)
    return [currency, parsed.ok ? parsed.minor : 0] as const
  })
  return JSON.stringify(Object.fromEntries(stored))
}

type Checked = Pick<
  CouponFields,
  'kind' | 'percentage' | 'amounts' | 'lasts' | 'cycles' | 'formIds' | 'startsAt' | 'endsAt'
>

/**
 * Checks the fields of a coupon together. Stored forms that were deleted, or that now have another billing cycle, do
 * not block other changes. Throws `InvalidFields`.
 */
export async function checkCoupon(
  db: Kysely<Database>,
  sellerId: string,
  coupon: Checked,
  stored?: Checked,
): Promise<void> {
  const errors = { ...whatItTakes(coupon), ...howLongItLasts(coupon), ...whenItIsGood(coupon) }
  const wrongForm = await formProblem(db, sellerId, coupon, stored)
  if (wrongForm !== null) errors['formIds'] = wrongForm
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors)
}

function whatItTakes({ kind, percentage, amounts }: Checked): Record<string, string> {
  if (kind === 'percent') return percentage === null ? { percentage: messages.required() } : {}
  return amounts.length === 0 ? { amounts: t('Enter a discount in at least one currency') } : {}
}

function howLongItLasts({ lasts, cycles }: Checked): Record<string, string> {
  return lasts === 'cycles' && cycles === null ? { cycles: messages.required() } : {}
}

function whenItIsGood({ startsAt, endsAt }: Checked): Record<string, string> {
  if (startsAt === null || endsAt === null || Date.parse(startsAt) < Date.parse(endsAt)) return {}
  return { endsAt: t('The end must be after the start') }
}

type SoldForm = Awaited<ReturnType<typeof listSoldForms>>[number]

/** Whether a coupon's duration works with at least one of the form's prices. */
export function isTakenBy(form: SoldForm, lasting: Lasting): boolean {
  const sold = form.prices.filter(({ state }) => state !== 'retired')
  return [form, ...sold].some((price) => cyclesOn(recurrenceOf(price), lasting) !== undefined)
}

async function formProblem(
  db: Kysely<Database>,
  sellerId: string,
  coupon: Checked,
  stored: Checked | undefined,
): Promise<string | null> {
  const isNew = (id: string) => stored?.formIds?.includes(id) !== true
  const lastsAsBefore = coupon.lasts === stored?.lasts && coupon.cycles === stored.cycles
  const formIds = (coupon.formIds ?? []).filter((id) => isNew(id) || !lastsAsBefore)
  if (formIds.length === 0) return null
  const own = new Map((await listSoldForms(db, sellerId)).map((form) => [form.id, form]))
  for (const id of formIds) {
    const form = own.get(id)
    if (form === undefined && isNew(id)) return t('One of the forms no longer exists')
    if (form !== undefined && !isTakenBy(form, coupon)) return tooShortCycles(form)
  }
  return null
}
