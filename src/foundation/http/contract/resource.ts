import type { z } from 'zod'
import type { Entity } from '../../rights/entities.ts'
import { idParams, pageOf, type Access } from './contract.ts'

type AsksForRight = Exclude<Access, 'anyone' | 'super-admin'>

/** The access for routes that use one of the four verbs on an entity. */
export function admissionsTo<const A extends AsksForRight, const E extends Entity>(access: A, entity: E) {
  return {
    read: { access, right: { entity, verb: 'read' } },
    write: { access, right: { entity, verb: 'write' } },
    update: { access, right: { entity, verb: 'update' } },
    delete: { access, right: { entity, verb: 'delete' } },
  } as const
}

type Admissions<A extends AsksForRight, E extends Entity> = ReturnType<typeof admissionsTo<A, E>>

/**
 * Creates the usual routes for items with an id. Anything else, such as proof or failures, is added in their
 * contract.
 */
export function resourceRoutes<const P extends `/${string}`, A extends AsksForRight, E extends Entity>(
  path: P,
  to: Admissions<A, E>,
) {
  const onePath = `${path}/:id` as const
  return {
    list<Query extends z.ZodType, Item extends z.ZodType>(summary: string, query: Query, item: Item) {
      const ok = { status: 200, schema: pageOf(item) } as const
      return { ...to.read, method: 'GET', path, summary, query, ok } as const
    },
    read<Answer extends z.ZodType>(summary: string, schema: Answer) {
      const ok = { status: 200, schema } as const
      return { ...to.read, method: 'GET', path: onePath, summary, params: idParams, ok } as const
    },
    create<Body extends z.ZodType, Answer extends z.ZodType>(summary: string, body: Body, schema: Answer) {
      const ok = { status: 201, schema } as const
      return { ...to.write, method: 'POST', path, summary, body, ok } as const
    },
    update<Body extends z.ZodType, Answer extends z.ZodType>(summary: string, body: Body, schema: Answer) {
      const ok = { status: 200, schema } as const
      return { ...to.update, method: 'PATCH', path: onePath, summary, params: idParams, body, ok } as const
    },
    remove<Answer extends z.ZodType>(summary: string, schema: Answer) {
      const ok = { status: 200, schema } as const
      return { ...to.delete, method: 'DELETE', path: onePath, summary, params: idParams, ok } as const
    },
  }
}
