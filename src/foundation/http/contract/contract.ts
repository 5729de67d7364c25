import { z } from 'zod'
import { platformRoles } from './caller.ts'
import type { Right } from '../../rights/entities.ts'
import { text, uuid } from '../input/fields.ts'
import { t } from '#foundation/language/t.ts'
import { messages } from './messages.ts'

/**
 * A route's callers, from open to narrow. Each level includes the previous ones' demands:
 * - `anyone`: visitors and buyers
 * - `signed-in`: a live session, whatever the seller's state (billing, settings, onboarding)
 * - `onboarded`: the seller's connected account is completed, and a plan is live
 * - `beyond-basic`: and the plan is not basic
 * - `staff`: a signed-in Admin or SuperAdmin, limited by their permissions
 * - `super-admin`: a signed-in SuperAdmin; the seller's state does not matter
 */
export type Access = 'anyone' | 'signed-in' | 'onboarded' | 'beyond-basic' | 'staff' | 'super-admin'

/** A route's verb and entity. A handler that finds its subject in the body checks the right itself. */
export type RouteRight = Right & { readonly demandedBy?: 'handler' }

/**
 * A route's access. One open to everyone, or to SuperAdmins only, needs no further right; any other names its right, or
 * `null` if it needs none: it concerns only the caller, or every member.
 */
export type Admission =
  | { readonly access: 'anyone' | 'super-admin'; readonly right?: undefined }
  | { readonly access: Exclude<Access, 'anyone' | 'super-admin'>; readonly right: RouteRight | null }

/**
 * A route's demand besides the bearer token, which may be stolen:
 * - `browser`: the session's cookie as well, which no script reads
 * - `recent`: also a proof of identity within the last minutes, in that browser
 * - `body`: the password in this very call, if the person has one; checked by the handler
 */
export type AskedProof = 'browser' | 'recent' | 'body'

/** Refusal codes, each with its status. */
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
  /** Unset: the bearer token is enough, since the call has no lasting or harmful effect. */
  readonly proof?: AskedProof
  /** Its own failures, besides the common ones (`route-failures.ts`). */
  readonly failures?: Failures
}

export type Contract = Readonly<Record<string, Route>>

/** The body of every response from 400 up. `errors` maps a field's path to its message and comes with 422 only. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  details: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

/** A row's id in a path, spelled as a `uuid`; any other is not found. */
export const idInPath = z.string().toLowerCase()

export const idParams = z.object({ id: idInPath })

/** Identifies a request across retries: the same key takes effect once. */
export const idempotencyKey = z.string().regex(/^[\x20-\x7e]{1,255}$/, {
  error: () => t('An Idempotency-Key must have 1 to 255 characters, which must all be printable ASCII'),
})

/**
 * List parameters in the query string; `limit=0` means all, for selectors. More than `selectorLimit` come in pages of
 * that size: as on any list, `nextPage` says there are more.
 */
export const listQuery = z.object({
  q: text(200).trim().default(''),
  page: z.coerce.number().min(0).max(1_000_000).int().default(0),
  limit: z.coerce.number().min(0).max(100).int().default(10),
})
export type ListQuery = z.output<typeof listQuery>

/**
 * Filters by seller, through its `user` or its owner's `role`: they narrow what the caller can see. Admins, who can see
 * every seller's items, reach others' with them.
 */
export const sellerListQuery = listQuery.extend({
  user: uuid.optional(),
  role: z.enum(platformRoles, { error: messages.choice }).optional(),
})

/** With descriptions of 10,000 characters, this many take some 50 ms to read and write. */
export const selectorLimit = 500

/** A page of a list: page numbers count from 0, or are null; nothing is ever counted. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    prevPage: z.number().int().nullable(),
    nextPage: z.number().int().nullable(),
  })
}

/** The response to deleting: the item's title, for the toast. */
export const deletedTitle = z.object({ title: z.string() })
