import { expressionBuilder, type Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#foundation/db/schema.ts'
import { may, type Rights } from '#foundation/http/contract/caller.ts'
import type { Right } from '#foundation/rights/entities.ts'

/**
 * A user's current rights in a seller's shop, as a member or as support staff. Null means the platform alone. This is
 * for access that was granted earlier, such as by a link. A signed-in caller's rights are already known. Undefined if
 * there is no such user.
 */
export async function rightsIn(
  db: Kysely<Database>,
  userId: string,
  sellerId: string | null,
): Promise<Rights | undefined> {
  const found = await db
    .selectFrom('users')
    .leftJoin('members', (on) =>
      on.onRef('members.userId', '=', 'users.id').on('members.sellerId', '=', sellerId),
    )
    .select(['users.role', 'members.isOwner'])
    .select(selectGrants())
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { isOwner, ...rights } = found
  return { ...rights, isOwner: isOwner === true, isSupport: isOwner === null }
}

/** Whether a person who was given a link to a seller's data still has the rights for it. */
export async function mayStill(
  db: Kysely<Database>,
  { userId, sellerId }: { readonly userId: string; readonly sellerId: string },
  { entity, verb }: Right,
): Promise<boolean> {
  const rights = await rightsIn(db, userId, sellerId)
  return rights !== undefined && may(rights, entity, verb)
}

const grantColumns = [
  'permissions.entity',
  'permissions.read',
  'permissions.write',
  'permissions.update',
  'permissions.delete',
] as const

/**
 * SQL for the rights of a user's role in the shop and of their platform roles, for a query of `users` and `members`.
 */
export function selectGrants() {
  const person = expressionBuilder<Database, 'users' | 'members'>()
  return [
    jsonArrayFrom(
      person
        .selectFrom('rolePermissionsView as rolePermissions')
        .innerJoin('permissionsView as permissions', 'permissions.id', 'rolePermissions.permissionId')
        .select(grantColumns)
        .whereRef('rolePermissions.roleId', '=', 'members.roleId'),
    ).as('memberGrants'),
    jsonArrayFrom(
      person
        .selectFrom('userRolesView as userRoles')
        .innerJoin('rolePermissionsView as rolePermissions', 'rolePermissions.roleId', 'userRoles.roleId')
        .innerJoin('permissionsView as permissions', 'permissions.id', 'rolePermissions.permissionId')
        .select(grantColumns)
        .whereRef('userRoles.userId', '=', 'users.id'),
    ).as('adminGrants'),
  ] as const
}
