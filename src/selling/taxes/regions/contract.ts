import { z } from 'zod'
import { isCountry } from '#accounts/invoice-details/countries.ts'
import { t } from '#foundation/language/t.ts'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo } from '#foundation/http/contract/resource.ts'
import { fieldText } from '#foundation/http/input/field-text.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { taxCreate } from '../contract.ts'

/** A country's tax. The country is an ISO 3166-1 code. */
export const region = z.object({
  country: z.string({ error: fieldText }).refine(isCountry, { error: messages.choice }),
  title: taxCreate.shape.title,
  percentage: taxCreate.shape.percentage,
  inclusive: z.boolean(),
})
export type Region = z.output<typeof region>

export const regionList = z
  .array(region)
  .max(300)
  .refine((regions) => new Set(regions.map(({ country }) => country)).size === regions.length, {
    error: () => t('Each country can have only one tax'),
  })

const { read, update } = admissionsTo('beyond-basic', 'taxes')

const answer = z.object({ regions: z.array(region), usedByForms: z.number().int() })

export const regionsContract = {
  listTaxRegions: {
    ...read,
    method: 'GET',
    path: '/tax-regions',
    summary: 'Lists the taxes by country, and how many forms charge them',
    ok: { status: 200, schema: answer },
  },
  saveTaxRegions: {
    ...update,
    method: 'PATCH',
    path: '/tax-regions',
    summary: 'Replaces the taxes by country; forms with `taxMode` `by_country` charge them from now on',
    body: z.object({ regions: regionList }),
    ok: { status: 200, schema: answer },
  },
} as const satisfies Contract
