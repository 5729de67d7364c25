import { z } from 'zod'
import { platformRoles } from './caller.ts'
import type { Right } from '../../rights/entities.ts'
import { text, uuid } from '../input/fields.ts'
import { messages } from './messages.ts'

/**
 * Who may call a route, from open to narrow. Each level includes the demands of those before it:
 * - `anyone`: visitors and buyers
 * - `signed-in`: a live session, whatever the seller's state (billing, settings, onboarding)
 * - `onboarded`: the seller's connected account is completed, and a plan is live
 * - `beyond-basic`: and the plan is not basic
 * - `staff`: a signed-in Admin or SuperAdmin; their permissions say what they may do
 * - `super-admin`: a signed-in SuperAdmin; the seller's state does not matter
 */
export type Access = 'anyone' | 'signed-in' | 'onboarded' | 'beyond-basic' | 'staff' | 'super-admin'

/** What a route does to what. A handler that sees by the body what the call is about asks for the right itself. */
export type RouteRight = Right & { readonly demandedBy?: 'handler' }

/**
 * Whom a route lets in. What is open to everybody, or to the SuperAdmin alone, needs no right beside that; any other
 * route names its own, or says with `null` that it needs none: it is about the caller alone, or for every member.
 */
export type Admission =
  | { readonly access: 'anyone' | 'super-admin'; readonly right?: undefined }
  | { readonly access: Exclude<Access, 'anyone' | 'super-admin'>; readonly right: RouteRight | null }

/**
 * What a route asks of a call beside its bearer token, which may be a stolen one:
 * - `browser`: the cookie of the session as well, which no script reads
 * - `recent`: and that the person proved who they are within the last minutes, in that browser
 * - `body`: the password with this very call, where the person has one; the handler looks at it
 */
export type AskedProof = 'browser' | 'recent' | 'body'

/** Codes of refusals, each with the status that it is answered with. */
export type Failures = Readonly<Record<string, number>>

/** One route of the wire: read by the server (handlers, checks, OpenAPI) and by the browser's client. */
export type Route = Admission & {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the base path `/api`, with `:name` parameters. */
  readonly path: `/${string}`
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly headers?: z.ZodType
  readonly ok: { readonly status: 200 | 201 | 202 | 204; readonly schema: z.ZodType }
  /** Unset: the bearer token is enough, since nothing of what the call does lasts or harms. */
  readonly proof?: AskedProof
  /** Refusals of its own, beside those that routes have in common (`route-failures.ts`). */
  readonly failures?: Failures
}

export type Contract = Readonly<Record<string, Route>>

/** The body of every answer from 400 up. `errors` maps a field's path to its message and comes with 422 only. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  details: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

/** The id of a row in an address, in the spelling of `uuid`; what is none is not found. */
export const idInPath = z.string().toLowerCase()

export const idParams = z.object({ id: idInPath })

/** Names one request among its retries: what has the same key happens once. */
export const idempotencyKey = z.string().regex(/^[\x20-\x7e]{1,255}$/, {
  error: 'An Idempotency-Key must have 1 to 255 characters, which must all be printable ASCII',
})

/**
 * List parameters as the query string carries them; `limit=0` means all, for selectors. More than `selectorLimit` come
 * in pages of so many: as on any list, `nextPage` says that there are more.
 */
export const listQuery = z.object({
  q: text(200).trim().default(''),
  page: z.coerce.number().min(0).max(1_000_000).int().default(0),
  limit: z.coerce.number().min(0).max(100).int().default(10),
})
export type ListQuery = z.output<typeof listQuery>

/**
 * The list of a seller's things, by the `user` it belongs to or by the `role` of its owner: it narrows what the caller
 * may see. An Admin, who may see every seller's, sees others' by these.
 */
export const sellerListQuery = listQuery.extend({
  user: uuid.optional(),
  role: z.enum(platformRoles, { error: messages.choice }).optional(),
})

/** At 10,000 characters of description each, so many are read and written in some 50 ms. */
export const selectorLimit = 500

/** A page of a list: page numbers count from 0, null where there is none; nothing is ever counted. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    prevPage: z.number().int().nullable(),
    nextPage: z.number().int().nullable(),
  })
}

/** What deleting answers: the deleted thing's title, for the toast. */
export const deletedTitle = z.object({ title: z.string() })
