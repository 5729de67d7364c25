import { z } from 'zod'
import { sellerListQuery, type Contract } from '#foundation/http/contract/contract.ts'
import { answered, withoutDefaults } from '#foundation/http/input/field-shapes.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { amountProblem } from '#foundation/money/price-problem.ts'
import { catalogItemRoutes, usedByForms } from '#selling/catalog/contract.ts'
import { checkAmount, productFields } from '../contract.ts'

export const bumpFields = productFields.extend({
  files: productFields.shape.files.unwrap().nullable().default(null),
})

/** An order bump as its seller reads it; the amount is in major units. */
export const bump = z.object({ id: uuid, ...answered(bumpFields.shape), amount: z.number() })
export type Bump = z.output<typeof bump>

/** What `POST /bumps` takes. Whether it is ever charged alone, its forms decide: any amount that can be written is fine. */
export const bumpCreate = bumpFields.superRefine((value, context) =>
  checkAmount(value, context, 'amount', amountProblem),
)
export type BumpCreate = z.output<typeof bumpCreate>

/** What `PATCH /bumps/:id` takes: the fields to change. */
export const bumpUpdate = z.object(withoutDefaults(bumpFields.shape)).partial()
export type BumpUpdate = z.output<typeof bumpUpdate>

const routes = catalogItemRoutes({
  path: '/bumps',
  entity: 'bumps',
  item: bump,
  stored: bump.extend({ usedByForms }),
  create: bumpCreate,
  update: bumpUpdate,
  query: sellerListQuery,
  summaries: {
    list: "Lists the seller's order bumps, newest first; `q` searches title and description",
    read: 'Reads one order bump, and how many forms use it',
    create: 'Creates an order bump',
    update: 'Changes the given fields of an order bump; the currency only while no form uses it',
    remove: 'Deletes an order bump; it leaves its forms, and what it sold stays',
  },
})

export const bumpsContract = {
  listBumps: routes.list,
  getBump: routes.read,
  createBump: routes.create,
  updateBump: routes.update,
  deleteBump: routes.remove,
} as const satisfies Contract
