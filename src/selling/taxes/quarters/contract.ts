import { z } from 'zod'
import { csvFormat } from '#foundation/csv/csv-format.ts'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo } from '#foundation/http/contract/resource.ts'
import { t } from '#foundation/language/t.ts'

const quarterName = z
  .string()
  .regex(/^20\d\d-Q[1-4]$/, { error: () => t('Choose a quarter') })
  .describe('A quarter by the shop’s clock, such as "2026-Q4"')

/**
 * The net amount and tax of a quarter's invoices less its credit notes, for one country, rate and currency.
 * Amounts are in minor units, and negative if more was credited.
 */
export const quarterSum = z.object({
  /**
   * The quarter in which the purchases were paid. If it is an earlier quarter, this row corrects that quarter's sums.
   */
  paidIn: z.string(),
  /** The ISO 3166-1 code, or empty for forms with one rate for all countries. */
  country: z.string(),
  /** Null if no rate applied. */
  percentage: z.number().nullable(),
  treatment: z.enum(['reverse_charge', 'outside', 'exempt']).nullable(),
  currency: z.string(),
  net: z.number().int(),
  tax: z.number().int(),
  /** How many of the quarter's sales above the sum were paid by a card from another country. */
  toCheck: z.number().int(),
})
export type QuarterSum = z.output<typeof quarterSum>

/** A sale for which the country that the buyer chose and the card's country contradict each other. */
const saleToCheck = z.object({
  saleId: z.string(),
  number: z.string(),
  country: z.string(),
  cardCountry: z.string(),
  currency: z.string(),
  total: z.number().int(),
})
export type SaleToCheck = z.output<typeof saleToCheck>

/** In whole units of each sale's own currency. */
const checkAbove = z
  .string()
  .regex(/^\d{1,7}$/, { error: () => t('Enter a whole number') })
  .default('100')

/** How many units of a currency one euro buys, as decimal text by lowercase code: "usd:1.0832,jpy:163.2". */
const euroRates = z
  .string()
  .regex(/^(?:[a-z]{3}:\d{1,7}(?:\.\d{1,8})?(?:,(?!$)|$))*$/, { error: () => t('Enter a number above zero') })
  .default('')

export const quarterExportQuery = z.object({ quarter: quarterName, euroRates, checkAbove, format: csvFormat })

const { read } = admissionsTo('beyond-basic', 'taxes')
const sales = { ...read, right: { entity: 'sales', verb: 'read' } } as const

export const quartersContract = {
  readTaxQuarter: {
    ...sales,
    method: 'GET',
    path: '/tax-regions/quarter',
    summary:
      'Adds up a quarter’s invoices less its credit notes by country, rate and currency, by the days of payment and refund. Sales above `checkAbove` need a look if the card is from another country than the one the buyer chose',
    query: z.object({ quarter: quarterName, checkAbove }),
    ok: {
      status: 200,
      schema: z.object({
        sums: z.array(quarterSum),
        /** The largest sales that need a look, up to 50. */
        toCheck: z.array(saleToCheck),
        /**
         * When invoice numbers began, if that was after the quarter's start, so that earlier sales are missing.
         * Otherwise null.
         */
        since: z.string().nullable(),
      }),
    },
  },
  getTaxQuarterLink: {
    ...sales,
    method: 'GET',
    path: '/tax-regions/export-link',
    isPersonal: true,
    summary:
      'Returns a path on this host where a quarter’s sums can be downloaded as CSV for two minutes, without a token; `euroRates` such as "usd:1.0832" adds amounts in euros',
    query: quarterExportQuery,
    failures: { nothing_to_export: 409 },
    ok: { status: 200, schema: z.object({ path: z.string() }) },
  },
} as const satisfies Contract
