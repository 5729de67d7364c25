import type { Kysely, Transaction } from 'kysely'
import { lockSeller } from '#accounts/people/change-seller.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Grant } from '#foundation/http/contract/caller.ts'

export async function listMembers(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('membersView as members')
    .innerJoin('usersView as users', 'users.id', 'members.userId')
    .innerJoin('sellersView as sellers', 'sellers.id', 'members.sellerId')
    .leftJoin('rolesView as roles', 'roles.id', 'members.roleId')
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

/** The roles that can be given to team members. */
export async function listTeamRoles(db: Kysely<Database>) {
  return db
    .selectFrom('rolesView as roles')
    .select(['id', 'name', 'description'])
    .where('forTeams', '=', true)
    .orderBy('name')
    .execute()
}

/** A role that members can be given, with its rights. It cannot be deleted until the transaction ends. */
export async function lockTeamRole(
  tx: Transaction<Database>,
  id: string,
): Promise<{ name: string; grants: Grant[] } | undefined> {
  const role = await tx
    .selectFrom('rolesView as roles')
    .select('name')
    .where('id', '=', id)
    .where('forTeams', '=', true)
    .forShare()
    .executeTakeFirst()
  if (role === undefined) return undefined
  const grants = await tx
    .selectFrom('rolePermissionsView as rolePermissions')
    .innerJoin('permissionsView as permissions', 'permissions.id', 'rolePermissions.permissionId')
    .select(['entity', 'read', 'write', 'update', 'delete'])
    .where('roleId', '=', id)
    .execute()
  return { name: role.name, grants }
}

export async function findSellerName(db: Kysely<Database>, sellerId: string): Promise<string> {
  const { name } = await db
    .selectFrom('sellersView as sellers')
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

/** All members of a seller, locked, so that simultaneous changes to the team wait. */
export async function lockMembers(tx: Transaction<Database>, sellerId: string): Promise<MemberRow[]> {
  await lockSeller(tx, sellerId)
  return tx
    .selectFrom('membersView as members')
    .innerJoin('usersView as users', 'users.id', 'members.userId')
    .leftJoin('rolesView as roles', 'roles.id', 'members.roleId')
    .select(['members.userId', 'users.name', 'users.email', 'members.isOwner', 'roles.name as roleName'])
    .where('members.sellerId', '=', sellerId)
    .execute()
}

export async function insertHandover(
  tx: Transaction<Database>,
  handover: Database['handovers'],
): Promise<void> {
  await tx.insertInto('handovers').values(handover).execute()
}

/** A change of owner that can still be undone, by the hash of its key. */
export async function findHandover(db: Kysely<Database>, tokenHash: string, now: Date) {
  return db
    .selectFrom('handovers')
    .innerJoin('sellersView as sellers', 'sellers.id', 'handovers.sellerId')
    .innerJoin('usersView as heirs', 'heirs.id', 'handovers.toUserId')
    .innerJoin('usersView as givers', 'givers.id', 'handovers.fromUserId')
    .select([
      'handovers.id',
      'handovers.sellerId',
      'handovers.fromUserId',
      'handovers.toUserId',
      'handovers.createdAt',
      'handovers.expiresAt',
      'sellers.name as sellerName',
      'heirs.name as heirName',
      'givers.name as giverName',
      'givers.email as giverEmail',
    ])
    .where('handovers.tokenHash', '=', tokenHash)
    .where('handovers.expiresAt', '>', now)
    .where('sellers.closedAt', 'is', null)
    .executeTakeFirst()
}

/** When a former owner can no longer take a shop back, or undefined if none can. */
export async function findHeldUntil(
  db: Kysely<Database>,
  sellerId: string,
  now: Date,
): Promise<Date | undefined> {
  const handover = await db
    .selectFrom('handovers')
    .select('expiresAt')
    .where('sellerId', '=', sellerId)
    .where('expiresAt', '>', now)
    .orderBy('expiresAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return handover?.expiresAt
}

/**
 * Ends a change of owner and later ones of this shop, so that none can be undone. Returns the people who got the shop
 * since then.
 */
export async function endHandoversSince(
  tx: Transaction<Database>,
  sellerId: string,
  since: Date,
): Promise<string[]> {
  const ended = await tx
    .deleteFrom('handovers')
    .where('sellerId', '=', sellerId)
    .where('createdAt', '>=', since)
    .returning('toUserId')
    .execute()
  return ended.map(({ toUserId }) => toUserId)
}

export async function deleteHandover(tx: Transaction<Database>, id: string): Promise<void> {
  await tx.deleteFrom('handovers').where('id', '=', id).execute()
}

/** The first change of owner that can be undone, among those in which this person gave the shop away. */
export async function findGivenBy(
  tx: Transaction<Database>,
  sellerId: string,
  fromUserId: string,
  now: Date,
): Promise<{ createdAt: Date } | undefined> {
  return tx
    .selectFrom('handovers')
    .select('createdAt')
    .where('sellerId', '=', sellerId)
    .where('fromUserId', '=', fromUserId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
}

/** An erased person can no longer take a shop back. */
export async function deleteHandoversOf(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx.deleteFrom('handovers').where('fromUserId', '=', userId).execute()
}

/** Members who joined a team since then, except for a new owner. */
export async function membersSince(tx: Transaction<Database>, sellerId: string, since: Date) {
  const members = await tx
    .selectFrom('membersView as members')
    .select('userId')
    .where('sellerId', '=', sellerId)
    .where('createdAt', '>=', since)
    .execute()
  return members.map(({ userId }) => userId)
}
