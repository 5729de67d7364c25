import { z } from 'zod'
import {
  deletedTitle,
  idInPath,
  idParams,
  listQuery,
  pageOf,
  sellerListQuery,
  type Contract,
} from '#foundation/http/contract/contract.ts'
import { admissionsTo, resourceRoutes } from '#foundation/http/contract/resource.ts'
import { currencyCode, isVisible, line, number, text, uuid } from '#foundation/http/input/fields.ts'
import { t } from '#foundation/language/t.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { zone } from '#foundation/http/input/zone.ts'
import { couponScopes } from '#payments/pricing/discount.ts'
import { usedByForms } from '#selling/catalog/contract.ts'
import { codePrefix, codeText } from './code-text.ts'

export const couponKinds = ['percent', 'amount'] as const
export const couponLasts = ['once', 'cycles', 'forever'] as const

const noTitle = () => t('Give the coupon a name')
const couponTitle = line(200, noTitle).min(1, { error: noTitle }).refine(isVisible, { error: noTitle })

/** In major units. */
const amountIn = z.object({
  currency: currencyCode,
  amount: number.positive({ error: () => t('amount must be positive value') }),
})
export const mostCurrencies = 20
const amounts = z
  .array(amountIn)
  .max(mostCurrencies)
  .refine((all) => new Set(all.map(({ currency }) => currency)).size === all.length, {
    error: () => t('Enter one amount per currency'),
  })

const instant = z.iso.datetime({ error: () => t('This is not a time') })
const limit = number
  .int({ error: messages.wholeNumber })
  .min(1, { error: () => t('Enter 1 or more, or leave empty for no limit') })
  .max(1_000_000_000)

const fields = z.object({
  title: couponTitle,
  kind: z.enum(couponKinds, { error: messages.choice }),
  /** For a percentage coupon, the discount on each line. */
  percentage: number
    .gt(0, { error: () => t('Percentage must be above 0') })
    .max(100, { error: () => t('Percentage cannot exceed 100%') })
    .refine((percentage) => /^\d+(\.\d{1,2})?$/.test(String(percentage)), {
      error: () => t('Percentage can have at most 2 decimals'),
    })
    .nullable(),
  /** For a coupon with fixed amounts, the discount per order in each of its currencies. */
  amounts,
  scope: z.enum(couponScopes, { error: messages.choice }),
  /** The recurring payments that the coupon discounts: the first, `cycles` of them, or every one. */
  lasts: z.enum(couponLasts, { error: messages.choice }),
  /** The number of payments, if the coupon lasts for `cycles`. */
  cycles: number
    .int({ error: messages.wholeNumber })
    .min(2, { error: () => t('Enter 2 payments or more') })
    .max(120, { error: () => t('Enter 120 payments or fewer') })
    .nullable(),
  /** The minimum order total before the discount, in the currencies that have one. */
  minimums: amounts,
  /** The forms the coupon works on, or null for all of the shop's forms. */
  formIds: z
    .array(uuid)
    .min(1, { error: () => t('Choose a form') })
    .max(200)
    .nullable(),
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  zone,
  maxRedemptions: limit.nullable(),
  /** Whether each buyer can use it only once. Buyers are recognized by email, without its alias, and by card. */
  maxPerBuyer: limit.nullable(),
  isActive: z.boolean(),
  /** Whether the coupon makes payment pages ask "Have a code?" */
  isAskedFor: z.boolean(),
})

/** The body of `POST /coupons`. */
export const couponCreate = z.object({
  code: codeText,
  ...fields.shape,
  percentage: fields.shape.percentage.default(null),
  amounts: amounts.default([]),
  scope: fields.shape.scope.default('order'),
  lasts: fields.shape.lasts.default('once'),
  cycles: fields.shape.cycles.default(null),
  minimums: amounts.default([]),
  formIds: fields.shape.formIds.default(null),
  startsAt: instant.nullable().default(null),
  endsAt: instant.nullable().default(null),
  zone: zone.default('UTC'),
  maxRedemptions: limit.nullable().default(null),
  maxPerBuyer: limit.nullable().default(null),
  isActive: z.boolean().default(true),
  isAskedFor: z.boolean().default(true),
})
export type CouponCreate = z.output<typeof couponCreate>

/** The body of `PATCH /coupons/:id`: the fields to change. */
export const couponUpdate = fields.partial()
export type CouponUpdate = z.output<typeof couponUpdate>
export type CouponFields = z.output<typeof fields>

/** A coupon's terms, with amounts in major units. */
export const couponTerms = z.object({
  id: uuid,
  ...fields.shape,
  title: z.string(),
  percentage: z.number().nullable(),
  /** The coupon's first code, or null if all were deleted. */
  code: z.string().nullable(),
  /** The number of purchases that have used the coupon or reserve a use. */
  taken: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type CouponTerms = z.output<typeof couponTerms>

/** A coupon as its seller reads it, with its revenue. */
export const coupon = couponTerms.extend({
  codeCount: z.number().int(),
  /** The amount paid with this coupon, after refunds, in major units. */
  revenue: z.array(z.object({ currency: z.string(), amount: z.number() })),
})
export type Coupon = z.output<typeof coupon>

/** The maximum number of active coupons and codes that a form's check reads. */
export const mostChecked = { coupons: 100, codes: 10 }

/** A code in a link, and its state. */
export const linkedCode = z.object({
  code: z.string(),
  couponId: uuid,
  state: z.enum(['works', 'off', 'ended', 'used-up']),
})
export type LinkedCode = z.output<typeof linkedCode>

export const exportedCoupon = coupon.omit({ code: true, codeCount: true, revenue: true }).extend({
  codes: z.array(z.object({ code: z.string(), label: z.string(), taken: z.number().int() })),
})

export const couponCode = z.object({
  id: uuid,
  code: z.string(),
  label: z.string(),
  maxRedemptions: z.number().int().nullable(),
  taken: z.number().int(),
})
export type CouponCode = z.output<typeof couponCode>

const codeLabel = line(120).default('')

export const mostCodesAtOnce = 1_000

const batch = z.object({
  count: number
    .int({ error: messages.wholeNumber })
    .min(1, { error: () => t('Create at least one code') })
    .max(mostCodesAtOnce, {
      error: () => t('You can create up to {most} codes at a time', { most: mostCodesAtOnce }),
    }),
  prefix: codePrefix.default(''),
  label: codeLabel,
  maxRedemptions: limit.nullable().default(1),
})

const admits = admissionsTo('beyond-basic', 'coupons')
const coupons = resourceRoutes('/coupons', admits)

export const couponsContract = {
  listCoupons: coupons.list(
    "Lists the seller's coupons, newest first, with uses and revenue; `q` searches names and codes",
    sellerListQuery,
    coupon,
  ),
  listTerms: {
    ...admits.read,
    method: 'GET',
    path: '/coupons/terms',
    summary:
      'Lists the terms of the newest active coupons, for the check of a form, and the state of `codes`, a comma-separated list',
    query: z.object({
      codes: text(500)
        .default('')
        .transform((given) => given.split(',').filter((code) => code !== ''))
        .pipe(z.array(z.string()).max(mostChecked.codes)),
    }),
    ok: {
      status: 200,
      schema: z.object({ data: z.array(couponTerms), codes: z.array(linkedCode) }),
    },
  },
  getCoupon: coupons.read(
    'Reads one coupon, and the number of forms it works on',
    coupon.extend({ usedByForms }),
  ),
  createCoupon: {
    ...coupons.create(
      'Creates a coupon with its first code. `lasts` says which recurring payments it discounts',
      couponCreate,
      coupon,
    ),
    failures: { code_taken: 409 },
  },
  updateCoupon: coupons.update(
    'Changes the given fields of a coupon; buyers who entered its code see the new price before they pay',
    couponUpdate,
    coupon,
  ),
  deleteCoupon: coupons.remove('Deletes a coupon with its codes; past sales are not affected', deletedTitle),
  listCodes: {
    ...admits.read,
    method: 'GET',
    path: '/coupons/:id/codes',
    summary: "Lists a coupon's codes, oldest first; `q` finds those that begin with it",
    params: idParams,
    query: listQuery,
    ok: { status: 200, schema: pageOf(couponCode) },
  },
  createCode: {
    ...admits.update,
    method: 'POST',
    path: '/coupons/:id/codes',
    summary: 'Adds a code to a coupon, such as for a partner; `maxRedemptions` limits only that code',
    params: idParams,
    body: z.object({ code: codeText, label: codeLabel, maxRedemptions: limit.nullable().default(null) }),
    failures: { code_taken: 409 },
    ok: { status: 201, schema: couponCode },
  },
  createCodes: {
    ...admits.update,
    method: 'POST',
    path: '/coupons/:id/code-batches',
    summary: 'Creates many unguessable codes, single-use by default',
    params: idParams,
    body: batch,
    ok: { status: 201, schema: z.object({ codes: z.array(z.string()) }) },
  },
  deleteCode: {
    ...admits.update,
    method: 'DELETE',
    path: '/coupons/:id/codes/:codeId',
    summary: 'Deletes a code of a coupon; past sales are not affected',
    params: idParams.extend({ codeId: idInPath }),
    ok: { status: 200, schema: z.object({ code: z.string() }) },
  },
} as const satisfies Contract
