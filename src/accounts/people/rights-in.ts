import { expressionBuilder, type Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#foundation/db/schema.ts'
import { may, type Rights } from '#foundation/http/contract/caller.ts'
import type { Right } from '#foundation/rights/entities.ts'

/**
 * What a user may do now in a seller's shop, as who is of it or, where they are not, as who looks after all; null is the
 * platform alone. For what somebody was given earlier, such as a link: who calls brings their rights. Undefined where there is no such user.
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

/** Whether somebody who was given a link to a seller's things may still do what it does. */
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

/** What somebody’s role in the shop, and their roles on the platform, allow: for a query of `users` and `members`. */
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
