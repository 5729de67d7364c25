import { t } from '#foundation/language/t.ts'
import { z } from 'zod'
import { csvFormat } from '#foundation/csv/csv-format.ts'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { text, uuid } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'

const upcoming = z.object({
  /** What comes before the number, with `{YYYY}` or `{YY}` for the year. */
  pattern: z.string(),
  next: z.number().int(),
  number: z.string(),
  /** Whether numbers of this series have been used, so that it continues from there. */
  isBegun: z.boolean(),
})

export const numbering = z.object({
  /** Null if numbers are made from the day and the purchase. */
  invoices: upcoming.nullable(),
  /** Null if credit notes share the invoices' numbers. */
  credits: upcoming.nullable(),
  digits: z.number().int(),
  /** Payments from this time on are numbered. Null for all, or for none. */
  since: z.string().nullable(),
  /** When a backup was restored, or null if never. Numbers since then contain a mark. */
  restoredAt: z.string().nullable(),
})
export type Numbering = z.output<typeof numbering>

const pattern = text(16)
  .trim()
  .refine((value) => /^[\p{L}\p{N}./_-]*$/u.test(value.replaceAll(/\{YYYY\}|\{YY\}/g, '')), {
    error: () =>
      t('Use letters, digits and . / _ - and {YYYY} or {YY} for the year', { YYYY: '{YYYY}', YY: '{YY}' }),
  })

const whole = (most: number) =>
  z
    .number({ error: messages.number })
    .int({ error: () => t('Enter a whole number') })
    .min(1, { error: () => t('Enter a number above zero') })
    .max(most, { error: () => t('Enter a number up to {most}', { most: String(most) }) })

export const numberingFields = z.object({
  pattern,
  next: whole(99_999_999),
  /** Null if credit notes share the invoices' numbers. */
  creditPattern: pattern.nullable(),
  creditNext: whole(99_999_999),
  digits: whole(9),
  /** When series begin for a shop whose invoices are numbered by day: now, or on the first day of the next year. */
  begins: z.enum(['now', 'new_year']),
})

/** An invoice or credit note. Amounts are in minor units, and those of a credit note are negative. */
export const issued = z.object({
  id: z.string(),
  number: z.string(),
  kind: z.enum(['invoice', 'credit']),
  reason: z.enum(['sale', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'correction']),
  /** The day by the shop's clock, such as "2026-11-22". */
  issuedOn: z.string(),
  purchaseId: z.string(),
  /** The number of the document that this one reverses, fully or in part, or null. */
  ofNumber: z.string().nullable(),
  /** The buyer's name, or empty once the buyer is erased. */
  name: z.string(),
  currency: z.string(),
  taxAmount: z.number().int(),
  total: z.number().int(),
  /** The URL of the PDF, which works for some hours. */
  path: z.string(),
})
export type Issued = z.output<typeof issued>

/** A series in one currency. Amounts are in minor units. */
const seriesSum = z.object({
  currency: z.string(),
  invoices: z.number().int(),
  invoiced: z.number().int(),
  credits: z.number().int(),
  credited: z.number().int(),
  /** The tax on invoices, less the tax on credit notes. */
  tax: z.number().int(),
})

export const series = z.object({
  id: z.string(),
  first: z.string(),
  last: z.string(),
  /** The days of the series' first and last document. */
  from: z.string(),
  to: z.string(),
  count: z.number().int(),
  /** How many numbers between the first and the last are missing: always 0. */
  missing: z.number().int(),
  sums: z.array(seriesSum),
})
export type Series = z.output<typeof series>

/** The maximum number of a month's documents in one PDF, and as e-invoices in one archive. */
export const mostInPdf = 2_000
export const mostInArchive = 60_000

export const invoiceExportQuery = z.object({
  /**
   * `audit` is a CSV with one line for each document. `pdf` is one file with all documents of the month, and `xml` an
   * archive with each as an e-invoice.
   */
  kind: z.enum(['audit', 'pdf', 'xml']),
  /** A month such as "2026-11", by the days of issue. For a CSV, it can be empty to get everything. */
  month: z
    .string()
    .regex(/^(?:\d{4}-(?:0[1-9]|1[0-2]))?$/, { error: () => t('Choose a month') })
    .default(''),
  format: csvFormat,
})

const read = { method: 'GET', access: 'onboarded', right: { entity: 'sales', verb: 'read' } } as const

export const invoicesContract = {
  listInvoices: {
    ...read,
    path: '/invoices',
    summary:
      'Lists the shop’s numbered invoices and credit notes, newest first, 50 at a time; `q` finds a number, `before` is the id of the last one on the previous page',
    query: z.object({ q: text(60).trim().default(''), before: uuid.optional() }),
    ok: { status: 200, schema: z.object({ data: z.array(issued), hasMore: z.boolean() }) },
  },
  listSeries: {
    ...read,
    path: '/invoices/series',
    summary:
      'Lists the shop’s series of numbers, newest first, each with its first and last number, count and sums',
    ok: { status: 200, schema: z.object({ series: z.array(series), waiting: z.number().int() }) },
  },
  getInvoicesLink: {
    ...read,
    path: '/invoices/export-link',
    isPersonal: true,
    summary:
      'Returns a path on this host where the documents can be downloaded for two minutes, without a token',
    query: invoiceExportQuery,
    failures: { nothing_to_export: 409, too_many_invoices: 409 },
    ok: { status: 200, schema: z.object({ path: z.string() }) },
  },
  readNumbering: {
    method: 'GET',
    path: '/seller/invoice-numbers',
    summary: 'Reads how the shop’s invoices and credit notes are numbered',
    access: 'signed-in',
    right: { entity: 'billing', verb: 'read' },
    ok: { status: 200, schema: numbering },
  },
  saveNumbering: {
    method: 'PATCH',
    path: '/seller/invoice-numbers',
    summary:
      'Chooses how the shop’s next invoices and credit notes are numbered; issued ones keep their numbers',
    access: 'signed-in',
    right: { entity: 'billing', verb: 'update' },
    body: numberingFields,
    ok: { status: 200, schema: numbering },
  },
} as const satisfies Contract
