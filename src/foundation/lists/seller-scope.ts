import { sql, type Expression, type SqlBool } from 'kysely'
import type { Caller, PlatformRole } from '#foundation/http/contract/caller.ts'
import type { Value } from '../db/driver/prepare.ts'

/** Whose rows a list holds: one seller's (null: every seller's), and of those the ones that the filters leave. */
export type SellerScope = {
  readonly sellerId: string | null
  readonly user: string | undefined
  readonly role: PlatformRole | undefined
}

/** A scope, or one whose seller a prepared statement is given each time. */
export type PlacedScope = Omit<SellerScope, 'sellerId'> & { readonly sellerId: Value<string> | null }

/** Filters by user and role narrow what the caller may see; only who looks after all sellers sees others' by them. */
export function scopeOf(
  caller: Caller,
  { user, role }: { readonly user?: string | undefined; readonly role?: PlatformRole | undefined },
): SellerScope {
  return { sellerId: caller.isSupport ? null : caller.sellerId, user, role }
}

/** The rows whose seller, in this column, is within the scope. `role` is that of the seller's owner. */
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
