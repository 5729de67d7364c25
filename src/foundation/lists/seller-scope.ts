import { sql, type Expression, type SqlBool } from 'kysely'
import type { Caller, PlatformRole } from '#foundation/http/contract/caller.ts'
import type { Value } from '../db/driver/prepare.ts'

/** The rows of a list: those of one seller, or of all sellers if null, with other filters. */
export type SellerScope = {
  readonly sellerId: string | null
  readonly user: string | undefined
  readonly role: PlatformRole | undefined
}

/** The rows of a list, whose seller can be a parameter of a prepared statement. */
export type PlacedScope = Omit<SellerScope, 'sellerId'> & { readonly sellerId: Value<string> | null }

/**
 * Filters by user and role narrow what the caller can see. Only callers who manage all sellers can see other sellers'
 * rows this way.
 */
export function scopeOf(
  caller: Caller,
  { user, role }: { readonly user?: string | undefined; readonly role?: PlatformRole | undefined },
): SellerScope {
  return { sellerId: caller.isSupport ? null : caller.sellerId, user, role }
}

/** A condition for rows whose seller, in this column, matches the filter. `role` is that of the seller's owner. */
export function withinScope(column: string, { sellerId, user, role }: PlacedScope): Expression<SqlBool> {
  const seller = sql.ref(column)
  const conditions = [
    ...(sellerId === null ? [] : [sql<SqlBool>`${seller} = ${sellerId}`]),
    ...(user === undefined
      ? []
      : [sql<SqlBool>`${seller} in (select m.seller_id from members_view m where m.user_id = ${user})`]),
    ...(role === undefined
      ? []
      : [
          sql<SqlBool>`${seller} in (select m.seller_id from members_view m join users_view u on u.id = m.user_id
            where m.is_owner and u.role = ${role})`,
        ]),
  ]
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
