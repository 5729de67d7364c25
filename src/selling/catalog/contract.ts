// What the API of bumps, one-time offers and taxes has in common: each is made once and stands on many forms.
import { z } from 'zod'
import { deletedTitle, idParams, pageOf } from '#foundation/http/contract/contract.ts'
import type { SellerEntity } from '#foundation/rights/entities.ts'
import { uuid } from '#foundation/http/input/fields.ts'

/** On how many forms an item stands, for the question before it is deleted. */
export const usedByForms = z.number().int().min(0)

/** An item as its own list and read answer it, to name it by in a form: its id counts. */
export function wholeItem(item: z.ZodObject, error?: string) {
  return z.object({ ...item.extend({ usedByForms }).partial().shape, id: uuid }, { error })
}

type Described<Item, Stored, Create, Update, Query> = {
  readonly path: `/${string}`
  readonly entity: SellerEntity
  readonly item: Item
  /** With `usedByForms`. */
  readonly stored: Stored
  readonly create: Create
  readonly update: Update
  readonly query: Query
  readonly summaries: Readonly<Record<'list' | 'read' | 'create' | 'update' | 'remove', string>>
}

/** The five routes of an item that forms are made of. */
export function catalogItemRoutes<
  Item extends z.ZodType,
  Stored extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Query extends z.ZodType,
>({
  path,
  entity,
  item,
  stored,
  create,
  update,
  query,
  summaries,
}: Described<Item, Stored, Create, Update, Query>) {
  const onePath = `${path}/:id` as const
  return {
    list: {
      method: 'GET',
      path,
      summary: summaries.list,
      access: 'beyond-basic',
      right: { entity, verb: 'read' },
      query,
      ok: { status: 200, schema: pageOf(item) },
    },
    read: {
      method: 'GET',
      path: onePath,
      summary: summaries.read,
      access: 'beyond-basic',
      right: { entity, verb: 'read' },
      params: idParams,
      ok: { status: 200, schema: stored },
    },
    create: {
      method: 'POST',
      path,
      summary: summaries.create,
      access: 'beyond-basic',
      right: { entity, verb: 'write' },
      body: create,
      ok: { status: 201, schema: item },
    },
    update: {
      method: 'PATCH',
      path: onePath,
      summary: summaries.update,
      access: 'beyond-basic',
      right: { entity, verb: 'update' },
      params: idParams,
      body: update,
      ok: { status: 200, schema: item },
    },
    remove: {
      method: 'DELETE',
      path: onePath,
      summary: summaries.remove,
      access: 'beyond-basic',
      right: { entity, verb: 'delete' },
      params: idParams,
      ok: { status: 200, schema: deletedTitle },
    },
  } as const
}
