import { z } from 'zod'
import { platformRoles } from './caller.ts'
import type { Right } from '../../rights/entities.ts'
import { text, uuid } from '../input/fields.ts'
import { t } from '#foundation/language/t.ts'
import { messages } from './messages.ts'

/**
 * A route's callers, from open to narrow. Each level includes the requirements of the previous ones:
 * - `anyone`: visitors and buyers
 * - `signed-in`: a live session, whatever the seller's state (billing, settings, onboarding)
 * - `onboarded`: the seller's connected account is complete, and a plan is live
 * - `beyond-basic`: and the plan is not basic
 * - `staff`: a signed-in Admin or SuperAdmin, limited by their permissions
 * - `super-admin`: a signed-in SuperAdmin; the seller's state does not matter
 */
export type Access = 'anyone' | 'signed-in' | 'onboarded' | 'beyond-basic' | 'staff' | 'super-admin'

/**
 * The verb and the entity for which a route requires a right. A handler that reads the affected item from the body
 * checks the right itself.
 */
export type RouteRight = Right & { readonly demandedBy?: 'handler' }

/**
 * The callers that can use a route. A route for everyone or only for SuperAdmins needs no further right. Any other
 * route declares its right, or `null` if it concerns only the caller or is for every member.
 */
export type Admission =
  | {
      readonly access: 'anyone' | 'super-admin'
      readonly right?: undefined
      readonly isPersonal?: undefined
      readonly isForKeys?: undefined
    }
  | {
      readonly access: Exclude<Access, 'anyone' | 'super-admin'>
      readonly right: RouteRight | null
      /**
       * Whether the route is closed to API keys, because it concerns the person who calls or returns a link
       * that works without the key.
       */
      readonly isPersonal?: true
      /** Whether every API key can call the route, which then checks the key's rights for each action. */
      readonly isForKeys?: true
    }

/**
 * What a route requires besides the bearer token, which could be stolen:
 * - `browser`: also the session's cookie, which no script can read
 * - `recent`: also a proof of identity within the last minutes, in that browser
 * - `body`: the password in this very call, if the person has one; checked by the handler
 */
export type AskedProof = 'browser' | 'recent' | 'body'

/** Error codes, each with its status. */
export type Failures = Readonly<Record<string, number>>

/** A route of the API, as the server (handlers, checks, OpenAPI) and the browser's client read it. */
export type Route = Admission & {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path below `/api`, with `:name` for parameters. */
  readonly path: `/${string}`
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly headers?: z.ZodType
  readonly ok: { readonly status: 200 | 201 | 202 | 204; readonly schema: z.ZodType }
  /** If unset, the bearer token is enough, because the call has no lasting or harmful effect. */
  readonly proof?: AskedProof
  /** The errors of this route, besides those that are common to all (`route-failures.ts`). */
  readonly failures?: Failures
}

export type Contract = Readonly<Record<string, Route>>

/**
 * The body of every response with a status from 400 up. `errors` has messages by field path and comes only
 * with 422.
 */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  details: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

/** The id of a row in a path, spelled as a `uuid`. Any other text counts as not found. */
export const idInPath = z.string().toLowerCase()

export const idParams = z.object({ id: idInPath })

/** Identifies a request across retries. The same key takes effect only once. */
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
 * Filters a list by seller, through its `user` or its owner's `role`. The filters only narrow what the caller can see.
 * Admins can see all sellers, so they can list other sellers' items this way.
 */
export const sellerListQuery = listQuery.extend({
  user: uuid.optional(),
  role: z.enum(platformRoles, { error: messages.choice }).optional(),
})

/**
 * The largest page of a list for choices. With descriptions of 10,000 characters, a page of this size takes about 50 ms
 * to read and write.
 */
export const selectorLimit = 500

/** A page of a list. Page numbers are counted from 0, or null. The total is never counted. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    prevPage: z.number().int().nullable(),
    nextPage: z.number().int().nullable(),
  })
}

/** The response to a deletion: the item's title, for the message on the screen. */
export const deletedTitle = z.object({ title: z.string() })
