import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { withoutDefaults } from '#foundation/http/input/field-shapes.ts'
import { parseAmount } from '#foundation/money/amount.ts'
import { amountText } from '#foundation/money/price-problem.ts'
import { readAmount } from '#foundation/money/read-amount.ts'
import { readNumber, readWhole } from '#foundation/typed/read-number.ts'
import type { CatalogItem } from '#selling/catalog/ui/catalog-item.ts'
import { toInstant, toLocal } from '#selling/timers/ui/zoned-time.ts'
import { type Coupon, couponCreate, type CouponCreate, couponsContract, couponUpdate } from '../contract.ts'

/** A currency of the coupon, with its discount and minimum order total, as typed. */
type TypedAmount = { currency: string; amount: string; minimum: string }

/** A coupon in its editor, with numbers, amounts and times as typed. */
export type CouponValues = {
  title: string
  /** Only for a new coupon. */
  code: string
  kind: CouponCreate['kind']
  percentage: string
  amounts: TypedAmount[]
  scope: CouponCreate['scope']
  lasts: CouponCreate['lasts']
  cycles: string
  whichForms: 'all' | 'chosen'
  formIds: string[]
  startsAt: string
  endsAt: string
  zone: string
  maxRedemptions: string
  maxPerBuyer: string
  isActive: boolean
  isAskedFor: boolean
}

export type EditedCoupon = CouponCreate

/** Empty fields are allowed, invalid ones get an error. */
const edited = z.custom<CouponValues>().transform((values, context) => {
  const report: Report = (path, message) => context.addIssue({ code: 'custom', path, message })
  const coupon = given(values, report)
  const { kind, percentage, lasts, cycles, startsAt, endsAt } = coupon
  // All errors are reported together, including those that concern several fields.
  if (kind === 'percent' && percentage === null) report(['percentage'], t('This field is required'))
  if (kind === 'amount') {
    const isEmpty = values.amounts.every(({ amount }) => amount.trim() === '')
    for (const [index, { amount, minimum }] of values.amounts.entries()) {
      const isNeeded = minimum.trim() !== '' || (isEmpty && index === 0)
      if (isNeeded && amount.trim() === '')
        report(['amounts', String(index), 'amount'], t('This field is required'))
    }
  }
  if (lasts === 'cycles' && cycles === null) report(['cycles'], t('This field is required'))
  if (startsAt !== null && endsAt !== null && startsAt >= endsAt)
    report(['endsAt'], t('The end must be after the start'))
  const checked = wire.safeParse(coupon)
  for (const { path, message } of checked.error?.issues ?? []) report(path.map(String), message)
  return checked.success ? checked.data : z.NEVER
})

const wire = z.object(withoutDefaults(couponCreate.shape))

export const couponForm = {
  resolver: zodResolver<CouponValues, unknown, EditedCoupon>(edited),
  names: [
    'title',
    'code',
    'kind',
    'percentage',
    'amounts',
    'scope',
    'lasts',
    'cycles',
    'formIds',
    'startsAt',
    'endsAt',
    'maxRedemptions',
    'maxPerBuyer',
  ] as const,
}

type Report = (path: string[], message: string) => void

function given(values: CouponValues, report: Report) {
  const { whichForms, ...fields } = values
  const { zone, kind } = values
  return {
    ...fields,
    percentage: kind === 'percent' ? readNumber(values.percentage) : null,
    amounts: kind === 'amount' ? amountsIn('amount', values.amounts, report) : [],
    cycles: values.lasts === 'cycles' ? readWhole(values.cycles) : null,
    minimums: amountsIn('minimum', values.amounts, report),
    formIds: whichForms === 'all' ? null : values.formIds,
    startsAt: instantIn(values.startsAt, zone),
    endsAt: instantIn(values.endsAt, zone),
    maxRedemptions: readWhole(values.maxRedemptions),
    maxPerBuyer: readWhole(values.maxPerBuyer),
  }
}

/** The amounts that are valid, for the preview while others are still being typed. */
export function amountsIn(field: 'amount' | 'minimum', typed: readonly TypedAmount[], report?: Report) {
  return typed.flatMap(({ currency, [field]: amount }, index) => {
    if (amount.trim() === '') return []
    const read = readAmount(amount, currency)
    const problem = read.problem ?? (read.major === null ? null : problemOf(read.major, currency))
    if (problem !== null) report?.(['amounts', String(index), field], problem)
    return problem === null && read.major !== null && read.major > 0 ? [{ currency, amount: read.major }] : []
  })
}

function problemOf(major: number, currency: string): string | null {
  const parsed = parseAmount(major, currency)
  if (!parsed.ok) return amountText(parsed.problem, currency)
  return parsed.minor === 0 ? amountText('negative', currency) : null
}

export function instantIn(local: string, zone: string): string | null {
  const instant = toInstant(local, zone)
  return instant === null ? null : new Date(instant.timestamp).toISOString()
}

/** The discount for one form, or for all of them. */
export function newCouponValues(zone: string, formId: string | null = null): CouponValues {
  return {
    title: '',
    code: '',
    kind: 'percent',
    percentage: '20',
    amounts: [{ currency: 'usd', amount: '', minimum: '' }],
    scope: 'order',
    lasts: 'once',
    cycles: '3',
    whichForms: formId === null ? 'all' : 'chosen',
    formIds: formId === null ? [] : [formId],
    startsAt: '',
    endsAt: '',
    zone,
    maxRedemptions: '',
    maxPerBuyer: '',
    isActive: true,
    isAskedFor: true,
  }
}

export function couponValuesOf(coupon: Coupon): CouponValues {
  const { zone } = coupon
  return {
    title: coupon.title,
    code: coupon.code ?? 'none',
    kind: coupon.kind,
    percentage: coupon.percentage === null ? '' : String(coupon.percentage),
    amounts: typedAmounts(coupon),
    scope: coupon.scope,
    lasts: coupon.lasts,
    cycles: String(coupon.cycles ?? 3),
    whichForms: coupon.formIds === null ? 'all' : 'chosen',
    formIds: coupon.formIds ?? [],
    startsAt: coupon.startsAt === null ? '' : toLocal(Date.parse(coupon.startsAt), zone),
    endsAt: coupon.endsAt === null ? '' : toLocal(Date.parse(coupon.endsAt), zone),
    zone,
    maxRedemptions: String(coupon.maxRedemptions ?? ''),
    maxPerBuyer: String(coupon.maxPerBuyer ?? ''),
    isActive: coupon.isActive,
    isAskedFor: coupon.isAskedFor,
  }
}

function typedAmounts({ amounts, minimums }: Pick<Coupon, 'amounts' | 'minimums'>): TypedAmount[] {
  const found = new Set([...amounts, ...minimums].map(({ currency }) => currency))
  const typed = (all: Coupon['amounts'], code: string) =>
    String(all.find(({ currency }) => currency === code)?.amount ?? '')
  return [...(found.size === 0 ? ['usd'] : found)].map((currency) => ({
    currency,
    amount: typed(amounts, currency),
    minimum: typed(minimums, currency),
  }))
}

const couponMessages = {
  created: () => t('Coupon created successfully'),
  updated: () => t('Coupon updated successfully'),
  deleted: () => t('Coupon deleted successfully'),
  createFailed: () => t('Something went wrong when creating coupon'),
  updateFailed: () => t('Something went wrong when updating coupon'),
  deleteFailed: () => t('Something went wrong when deleting coupon'),
} as const

/** How the screens read and change coupons. */
export const couponItem: CatalogItem<Coupon, EditedCoupon> = {
  key: ['coupons'],
  path: '/coupons',
  routes: {
    create: couponsContract.createCoupon,
    update: couponsContract.updateCoupon,
    remove: couponsContract.deleteCoupon,
  },
  list: async (query, signal) => call(couponsContract.listCoupons, { query, signal }),
  listChoices: async (page, signal) =>
    call(couponsContract.listCoupons, { query: { limit: 0, page }, signal }),
  read: async (id, signal) => call(couponsContract.getCoupon, { params: { id }, ...(signal && { signal }) }),
  create: async (body) => call(couponsContract.createCoupon, { body }),
  update: async (id, changed) =>
    call(couponsContract.updateCoupon, { params: { id }, body: couponUpdate.parse(changed) }),
  remove: async (id) => call(couponsContract.deleteCoupon, { params: { id } }),
  messages: couponMessages,
}
