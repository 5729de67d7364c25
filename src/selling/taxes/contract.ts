import { z } from 'zod'
import { deletedTitle, sellerListQuery, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo, resourceRoutes } from '#foundation/http/contract/resource.ts'
import { answered } from '#foundation/http/input/field-shapes.ts'
import { translatedTexts } from '#foundation/http/input/translated-texts.ts'
import { isVisible, line, uuid } from '#foundation/http/input/fields.ts'
import { t } from '#foundation/language/t.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import type { TaxRate } from '#foundation/money/tax.ts'
import { usedByForms } from '#selling/catalog/contract.ts'

type StoredTax = Pick<Tax, 'inclusive' | 'active'> & { readonly percentage: string | number }

/** The rate to charge, or null for an inactive tax. */
export function chargedRate({ percentage, inclusive, active }: StoredTax): TaxRate | null {
  return active ? { percentage: String(Number(percentage)), inclusive } : null
}

const noTitle = () => t('Tax title cannot be empty')
const requiredTitle = line(200, () => t('Tax title is required'))
  .min(1, { error: noTitle })
  .refine(isVisible, { error: noTitle })

const fields = z.object({
  title: requiredTitle,
  percentage: z
    .number({
      error: ({ input }) => (input === undefined || input === null ? messages.required() : messages.number()),
    })
    .min(0, { error: () => t('Percentage must be positive') })
    .max(100, { error: () => t('Percentage cannot exceed 100%') })
    .refine((percentage) => /^\d+(\.\d{1,4})?$/.test(String(percentage)), {
      error: () => t('Percentage can have at most 4 decimals'),
      when: ({ issues }) => issues.length === 0,
    }),
  /** Whether the tax is included in the invoice's subtotal instead of added to it. */
  inclusive: z.boolean(),
  active: z.boolean(),
  texts: translatedTexts({ title: line(200) })
    .unwrap()
    .describe('The title in further languages'),
})

/** A tax as its seller reads it. */
export const tax = z.object({ id: uuid, ...answered(fields.shape) })
export type Tax = z.output<typeof tax>

/** The body of `POST /taxes`. A new tax is active by default. */
export const taxCreate = fields.extend({
  inclusive: fields.shape.inclusive.default(false),
  active: fields.shape.active.default(true),
  texts: fields.shape.texts.default({}),
})
export type TaxCreate = z.output<typeof taxCreate>

/** The body of `PATCH /taxes/:id`, with the fields to change. */
export const taxUpdate = fields.partial()
export type TaxUpdate = z.output<typeof taxUpdate>

/** `missing` contains Stripe's names of the missing settings. */
export const taxStatus = z.object({
  status: z.enum(['active', 'pending']),
  missing: z.array(z.string()),
})

/** A tax in the data export. */
export const exportedTax = tax.extend({ createdAt: z.iso.datetime() })

const usedTax = tax.extend({ usedByForms })
export type ListedTax = z.output<typeof usedTax>

const taxes = resourceRoutes('/taxes', admissionsTo('beyond-basic', 'taxes'))

const taxesQuery = sellerListQuery.extend({
  active: z
    .enum(['true', 'false'])
    .transform((active) => active === 'true')
    .optional(),
})

export const taxesContract = {
  listTaxes: taxes.list(
    "Lists the seller's taxes, newest first, with how many forms use each; `active` filters by whether they are active",
    taxesQuery,
    usedTax,
  ),
  getTax: taxes.read('Reads one tax, and how many forms use it', usedTax),
  createTax: taxes.create('Creates a tax', taxCreate, tax),
  updateTax: taxes.update(
    'Changes the given fields of a tax; an inactive tax is not charged',
    taxUpdate,
    tax,
  ),
  deleteTax: taxes.remove(
    'Deletes a tax and removes it from its forms; past sales are not affected',
    deletedTitle,
  ),
  readTaxStatus: {
    method: 'GET',
    path: '/stripe/tax-status',
    summary: "Returns whether the connected account's tax settings are complete, and what is missing",
    access: 'beyond-basic',
    right: { entity: 'taxes', verb: 'read' },
    failures: { tax_status_unknown: 503 },
    ok: { status: 200, schema: taxStatus },
  },
} as const satisfies Contract
