import { sql, type Expression, type SqlBool } from 'kysely'
import type { SellerScope } from '#foundation/http/contract/caller.ts'

/** The rows whose seller, in this column, is within the scope. `role` is that of the seller's owner. */
export function withinScope(column: string, { sellerId, user, role }: SellerScope): Expression<SqlBool> {
  const seller = sql.ref(column)
  const conditions = [
    ...(sellerId === null ? [] : [sql<SqlBool>`${seller} = ${sellerId}`]),
    ...(user === undefined
      ? []
      : [sql<SqlBool>`${seller} in (select m.seller_id from members m where m.user_id = ${user})`]),
    ...(role === undefined
      ? []
      : [
          sql<SqlBool>`${seller} in (select m.seller_id from members m join users u on u.id = m.user_id
            where m.is_owner and u.role = ${role})`,
        ]),
  ]
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
