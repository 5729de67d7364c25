import { expressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#foundation/db/schema.ts'

const grantColumns = [
  'permissions.entity',
  'permissions.read',
  'permissions.write',
  'permissions.update',
  'permissions.delete',
] as const

/** What somebody’s role in the shop, and their roles on the platform, allow: for a query of `users` and `members`. */
export function selectGrants() {
  const person = expressionBuilder<Database, 'users' | 'members'>()
  return [
    jsonArrayFrom(
      person
        .selectFrom('rolePermissions')
        .innerJoin('permissions', 'permissions.id', 'rolePermissions.permissionId')
        .select(grantColumns)
        .whereRef('rolePermissions.roleId', '=', 'members.roleId'),
    ).as('memberGrants'),
    jsonArrayFrom(
      person
        .selectFrom('userRoles')
        .innerJoin('rolePermissions', 'rolePermissions.roleId', 'userRoles.roleId')
        .innerJoin('permissions', 'permissions.id', 'rolePermissions.permissionId')
        .select(grantColumns)
        .whereRef('userRoles.userId', '=', 'users.id'),
    ).as('adminGrants'),
  ] as const
}
