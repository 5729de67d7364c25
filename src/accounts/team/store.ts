import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Grant } from '#foundation/http/contract/caller.ts'

export async function listMembers(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .innerJoin('sellers', 'sellers.id', 'members.sellerId')
    .leftJoin('roles', 'roles.id', 'members.roleId')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.image as photo',
      'members.isOwner',
      'members.createdAt as joinedAt',
      'roles.id as roleId',
      'roles.name as roleName',
      'sellers.name as sellerName',
    ])
    .where('members.sellerId', '=', sellerId)
    .orderBy('members.isOwner', 'desc')
    .orderBy('members.createdAt')
    .execute()
}

/** The roles that members of teams can be given. */
export async function listTeamRoles(db: Kysely<Database>) {
  return db
    .selectFrom('roles')
    .select(['id', 'name', 'description'])
    .where('forTeams', '=', true)
    .orderBy('name')
    .execute()
}

/** A role that members can be given, and what it allows; it cannot be deleted meanwhile. */
export async function lockTeamRole(
  tx: Transaction<Database>,
  id: string,
): Promise<{ name: string; grants: Grant[] } | undefined> {
  const role = await tx
    .selectFrom('roles')
    .select('name')
    .where('id', '=', id)
    .where('forTeams', '=', true)
    .forShare()
    .executeTakeFirst()
  if (role === undefined) return undefined
  const grants = await tx
    .selectFrom('rolePermissions')
    .innerJoin('permissions', 'permissions.id', 'rolePermissions.permissionId')
    .select(['entity', 'read', 'write', 'update', 'delete'])
    .where('roleId', '=', id)
    .execute()
  return { name: role.name, grants }
}

export async function findSellerName(db: Kysely<Database>, sellerId: string): Promise<string> {
  const { name } = await db
    .selectFrom('sellers')
    .select('name')
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return name
}

export type MemberRow = {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly isOwner: boolean
  readonly roleName: string | null
}

/** Every member of a seller; who else changes the team waits. */
export async function lockMembers(tx: Transaction<Database>, sellerId: string): Promise<MemberRow[]> {
  await tx.selectFrom('sellers').select('id').where('id', '=', sellerId).forUpdate().execute()
  return tx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .leftJoin('roles', 'roles.id', 'members.roleId')
    .select(['members.userId', 'users.name', 'users.email', 'members.isOwner', 'roles.name as roleName'])
    .where('members.sellerId', '=', sellerId)
    .execute()
}
