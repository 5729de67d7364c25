import { sql, type Expression, type SqlBool } from 'kysely'
import type { Caller, PlatformRole } from '#foundation/http/contract/caller.ts'
import type { Value } from '../db/driver/prepare.ts'

/** A list's rows: one seller's (null: every seller's), further filtered. */
export type SellerScope = {
  readonly sellerId: string | null
  readonly user: string | undefined
  readonly role: PlatformRole | undefined
}

/** A scope, or one with a prepared statement's seller parameter. */
export type PlacedScope = Omit<SellerScope, 'sellerId'> & { readonly sellerId: Value<string> | null }

/** Filters by user and role narrow what the caller can see; only those who manage all sellers see others' through them. */
export function scopeOf(
  caller: Caller,
  { user, role }: { readonly user?: string | undefined; readonly role?: PlatformRole | undefined },
): SellerScope {
  return { sellerId: caller.isSupport ? null : caller.sellerId, user, role }
}

/** The rows whose seller, in this column, is in the scope. `role` is the seller's owner's. */
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
