import { z } from 'zod'
import { csvFormat } from '#foundation/csv/csv-format.ts'
import { goneReasons, movementKinds } from '#foundation/db/tables/recurring.ts'
import { listQuery, pageOf, type Contract } from '#foundation/http/contract/contract.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { admissionsTo } from '#foundation/http/contract/resource.ts'
import { currencyCode, uuid } from '#foundation/http/input/fields.ts'
import { zone } from '#foundation/http/input/zone.ts'
import { aheadKinds } from '#payments/subscriptions/ahead/ahead-kinds.ts'

/** A price of `form`. The form's own id means its original price. Months are those of `zone`. */
const narrowed = z.object({ form: uuid.optional(), price: uuid.optional(), zone: zone.default('UTC') })
export type Narrowed = z.output<typeof narrowed>

const month = z.string().regex(/^(?!0000)\d{4}-(?:0[1-9]|1[0-2])$/, { error: messages.choice })
/** `started` finds the changes that began a subscription, whether new or returned. */
export const soughtKinds = [...movementKinds, 'started'] as const
export type SoughtKind = (typeof soughtKinds)[number]
const kind = z.enum(soughtKinds, { error: messages.choice })
const because = z.enum(goneReasons, { error: messages.choice })

/**
 * How all movements of one kind changed MRR: by `amount` in minor units and by `heads` in subscriptions. `rows` is the
 * number of movements.
 */
const moved = z.object({
  kind: z.enum(movementKinds),
  because: z.enum(goneReasons).nullable(),
  amount: z.number().int(),
  heads: z.number().int(),
  rows: z.number().int(),
})
export type Moved = z.output<typeof moved>

/** MRR at a given time, in minor units before tax, and its number of subscriptions. */
const level = z.object({ amount: z.number().int(), heads: z.number().int() })

/** `begin` plus `moved` is exactly `end`, which is the next month's `begin`. */
const bridge = z.object({ begin: level, moved: z.array(moved), end: level })
export type Bridge = z.output<typeof bridge>

/**
 * The months from the oldest to the current one, such as "2026-11", or null while the numbers are still being
 * prepared.
 */
export const recurring = z.object({
  months: z.array(z.string()),
  currencies: z.array(z.object({ currency: z.string(), months: z.array(bridge) })).nullable(),
})
export type Recurring = z.output<typeof recurring>

/** A month's new subscriptions, and what is left of them at the end of each later month, in minor units before tax. */
const cohort = z.object({
  month: z.string(),
  heads: z.number().int(),
  mrr: z.number().int(),
  /** Everything they have paid so far, less refunds and disputes. */
  received: z.number().int(),
  /** The end of each month after that, up to the current one. */
  after: z.array(level),
})
export type Cohort = z.output<typeof cohort>

export const cohorts = z.object({
  currencies: z.array(z.object({ currency: z.string(), cohorts: z.array(cohort) })).nullable(),
})
export type Cohorts = z.output<typeof cohorts>

const inMonth = narrowed.extend({ month, currency: currencyCode })
const sorted = { kind: kind.optional(), because: because.optional() }

/**
 * A change of one subscription: how much its payment per cycle changed before tax, and what that is worth in a month.
 */
const movement = z.object({
  id: z.string(),
  saleId: z.string(),
  at: z.string(),
  kind: z.enum(movementKinds),
  because: z.enum(goneReasons).nullable(),
  name: z.string(),
  email: z.string(),
  formTitle: z.string(),
  amount: z.number().int(),
  currency: z.string(),
})
export type MovementRow = z.output<typeof movement>

/** A subscription that counts at the end of a month, or now in the current one. Amounts are before tax. */
const counted = z.object({
  saleId: z.string(),
  startedAt: z.string(),
  name: z.string(),
  email: z.string(),
  formTitle: z.string(),
  amount: z.number().int(),
  currency: z.string(),
})
export type CountedRow = z.output<typeof counted>

/** A payment that follows from what was agreed, in minor units with tax, or an end without a payment. */
const ahead = z.object({
  saleId: z.string(),
  at: z.string(),
  kind: z.enum(aheadKinds),
  name: z.string(),
  email: z.string(),
  title: z.string(),
  total: z.number().int(),
  currency: z.string(),
})
export type AheadRow = z.output<typeof ahead>

/** The coming weeks, each by its first day, with totals by week and by kind. */
export const coming = z.object({
  weeks: z.array(z.string()),
  currencies: z.array(
    z.object({
      currency: z.string(),
      total: z.number().int(),
      count: z.number().int(),
      weeks: z.array(z.object({ total: z.number().int(), count: z.number().int() })),
      kinds: z.array(
        z.object({ kind: z.enum(aheadKinds), total: z.number().int(), count: z.number().int() }),
      ),
    }),
  ),
})
export type Coming = z.output<typeof coming>

/** The week's number, where 0 means the next seven days. */
const week = z.coerce.number({ error: messages.choice }).int().min(0).max(12).optional()

const aheadQuery = narrowed.extend({
  currency: currencyCode,
  week,
  kind: z.enum(aheadKinds, { error: messages.choice }).optional(),
})
export type AheadQuery = z.output<typeof aheadQuery>

export const exportedLists = ['movements', 'counted', 'ahead', 'cohorts'] as const

/** One of the lists, with its own filter, and the file's format. */
export const exportQuery = narrowed
  .extend({
    list: z.enum(exportedLists, { error: messages.choice }),
    month: month.optional(),
    currency: currencyCode.optional(),
    kind: z.enum([...soughtKinds, ...aheadKinds], { error: messages.choice }).optional(),
    because: because.optional(),
    week,
    format: csvFormat,
  })
  .refine(({ list, currency }) => list === 'cohorts' || currency !== undefined, {
    path: ['currency'],
    error: messages.required,
  })
  .refine(({ list, month: given }) => list === 'cohorts' || list === 'ahead' || given !== undefined, {
    path: ['month'],
    error: messages.required,
  })
export type ExportQuery = z.output<typeof exportQuery>

const movementQuery = inMonth.extend(sorted).extend(listQuery.omit({ q: true }).shape)
const countedQuery = inMonth.extend(listQuery.omit({ q: true }).shape)
const aheadListQuery = aheadQuery.extend(listQuery.omit({ q: true }).shape)
export type MovementQuery = z.output<typeof movementQuery>
export type CountedQuery = z.output<typeof countedQuery>

const { read } = admissionsTo('onboarded', 'sales')

export const recurringContract = {
  getRecurring: {
    ...read,
    method: 'GET',
    path: '/recurring',
    summary:
      'Returns the monthly recurring revenue (MRR) of the last 24 months by currency, and what changed it in each month',
    query: narrowed,
    ok: { status: 200, schema: recurring },
  },
  listMovements: {
    ...read,
    method: 'GET',
    path: '/recurring/movements',
    summary: 'Lists the changes of a month’s MRR in one currency, newest first, by kind and reason',
    query: movementQuery,
    ok: { status: 200, schema: pageOf(movement) },
  },
  listCounted: {
    ...read,
    method: 'GET',
    path: '/recurring/subscriptions',
    summary: 'Lists the subscriptions in the MRR at a month’s end, or now, newest first',
    query: countedQuery,
    ok: { status: 200, schema: pageOf(counted) },
  },
  getCohorts: {
    ...read,
    method: 'GET',
    path: '/recurring/cohorts',
    summary:
      'Returns the subscriptions started in each of the last 24 months, what is left of them at the end of each later month, and what they have earned',
    query: narrowed,
    ok: { status: 200, schema: cohorts },
  },
  getComing: {
    ...read,
    method: 'GET',
    path: '/recurring/coming',
    summary: 'Adds up the payments and ends expected in the next 13 weeks',
    query: narrowed,
    ok: { status: 200, schema: coming },
  },
  listAhead: {
    ...read,
    method: 'GET',
    path: '/recurring/coming/payments',
    summary: 'Lists the payments and ends expected in the next 13 weeks, soonest first, by week and kind',
    query: aheadListQuery,
    ok: { status: 200, schema: pageOf(ahead) },
  },
  getRecurringExportLink: {
    ...read,
    method: 'GET',
    path: '/recurring/export-link',
    isPersonal: true,
    summary: 'Returns a path on this host where one of these lists can be downloaded as CSV for two minutes',
    query: exportQuery,
    ok: { status: 200, schema: z.object({ path: z.string() }) },
  },
} as const satisfies Contract
