// What the API of bumps, one-time offers and taxes has in common: each is made once and stands on many forms.
import { z } from 'zod'
import { deletedTitle, idParams, pageOf } from '#foundation/http/contract/contract.ts'
import type { SellerEntity } from '#foundation/rights/entities.ts'
import { uuid } from '#foundation/http/input/fields.ts'

/** On how many forms a part stands, for the question before it is deleted. */
export const usedByForms = z.number().int().min(0)

/** A part as its own list and read answer it, to name it by in a form: its id counts. */
export function wholePart(part: z.ZodObject, error?: string) {
  return z.object({ ...part.extend({ usedByForms }).partial().shape, id: uuid }, { error })
}

type Described<Part, Stored, Create, Update, Query> = {
  readonly path: `/${string}`
  readonly entity: SellerEntity
  readonly part: Part
  /** With `usedByForms`. */
  readonly stored: Stored
  readonly create: Create
  readonly update: Update
  readonly query: Query
  readonly summaries: Readonly<Record<'list' | 'read' | 'create' | 'update' | 'remove', string>>
}

/** The five routes of a part that forms are made of. */
export function partRoutes<
  Part extends z.ZodType,
  Stored extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Query extends z.ZodType,
>({
  path,
  entity,
  part,
  stored,
  create,
  update,
  query,
  summaries,
}: Described<Part, Stored, Create, Update, Query>) {
  const onePath = `${path}/:id` as const
  return {
    list: {
      method: 'GET',
      path,
      summary: summaries.list,
      access: 'beyond-basic',
      right: { entity, verb: 'read' },
      query,
      ok: { status: 200, schema: pageOf(part) },
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
      ok: { status: 201, schema: part },
    },
    update: {
      method: 'PATCH',
      path: onePath,
      summary: summaries.update,
      access: 'beyond-basic',
      right: { entity, verb: 'update' },
      params: idParams,
      body: update,
      ok: { status: 200, schema: part },
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
