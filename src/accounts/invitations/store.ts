import { type Kysely, sql, type Transaction } from 'kysely'
import { hasWords } from '#foundation/db/search.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { ListQuery } from '#foundation/http/contract/contract.ts'
import { rowsOf } from '#foundation/lists/pages.ts'

export type Kind = 'team' | 'partner'

/** The open invitation for this address, to be sent again. */
export async function lockOpenInvitation(
  tx: Transaction<Database>,
  kind: Kind,
  sellerId: string | null,
  email: string,
): Promise<{ id: string; issue: number } | undefined> {
  return tx
    .selectFrom('invitations')
    .select(['id', 'issue'])
    .where('kind', '=', kind)
    .where('sellerId', sellerId === null ? 'is' : '=', sellerId)
    .where('email', '=', email)
    .where('acceptedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export type InvitationColumns = {
  readonly id: string
  readonly kind: Kind
  readonly sellerId: string | null
  readonly roleId: string | null
  readonly email: string
  readonly tokenHash: string
  readonly issue: number
  readonly invitedBy: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function putInvitation(tx: Transaction<Database>, columns: InvitationColumns): Promise<void> {
  const { id, createdAt, ...changes } = columns
  await tx
    .insertInto('invitations')
    .values({ id, createdAt, ...changes })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute()
}

/** Finds an invitation that can be accepted, by its token's hash. */
export async function findOpened(db: Kysely<Database>, hash: string, now: Date) {
  return db
    .selectFrom('invitations')
    .leftJoin('sellersView as sellers', 'sellers.id', 'invitations.sellerId')
    .leftJoin('rolesView as roles', 'roles.id', 'invitations.roleId')
    .leftJoin('usersView as inviters', 'inviters.id', 'invitations.invitedBy')
    .leftJoin('usersView as invited', 'invited.email', 'invitations.email')
    .select([
      'invitations.kind',
      'invitations.email',
      'invitations.sellerId',
      'invitations.roleId',
      'invitations.invitedBy',
      'sellers.name as sellerName',
      'roles.name as roleName',
      'inviters.name as inviterName',
      sql<boolean>`invited.id is not null`.as('hasAccount'),
    ])
    .where('tokenHash', '=', hash)
    .where('acceptedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** The invitation, if it can still be accepted. Locks it, so that simultaneous requests wait. */
export async function lockByHash(tx: Transaction<Database>, hash: string, now: Date) {
  return tx
    .selectFrom('invitations')
    .select(['id', 'kind', 'sellerId', 'roleId', 'email', 'invitedBy'])
    .select((one) =>
      one
        .selectFrom('rolesView as roles')
        .select('name')
        .whereRef('roles.id', '=', 'invitations.roleId')
        .as('roleName'),
    )
    .where('tokenHash', '=', hash)
    .where('acceptedAt', 'is', null)
    .where('expiresAt', '>', now)
    .forUpdate()
    .executeTakeFirst()
}

export async function markAccepted(
  tx: Transaction<Database>,
  id: string,
  userId: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ acceptedAt: at, acceptedBy: userId })
    .where('id', '=', id)
    .execute()
}

export async function lockInvited(tx: Transaction<Database>, userId: string) {
  return tx
    .selectFrom('usersView as users')
    .select(['id', 'email', 'role'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** Open invitations, newest first. One row more than the page shows, to find out whether there is a next page. */
export async function listOpen(
  db: Kysely<Database>,
  kind: Kind,
  sellerId: string | null,
  now: Date,
  { q, ...asked }: ListQuery,
) {
  return db
    .selectFrom('invitations')
    .leftJoin('rolesView as roles', 'roles.id', 'invitations.roleId')
    .select(['invitations.id', 'invitations.email', 'invitations.expiresAt', 'roles.name as roleName'])
    .where('kind', '=', kind)
    .where('sellerId', sellerId === null ? 'is' : '=', sellerId)
    .where('acceptedAt', 'is', null)
    .where('expiresAt', '>', now)
    .$if(q !== '', (query) => query.where(hasWords(q, [sql`invitations.email`])))
    .orderBy('invitations.id', 'desc')
    .limit(rowsOf(asked).limit)
    .offset(rowsOf(asked).offset)
    .execute()
}

/** Returns the invitation's address, or undefined if there is no such open invitation. */
export async function deleteOpen(
  tx: Transaction<Database>,
  kind: Kind,
  sellerId: string | null,
  id: string,
): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('invitations')
    .where('kind', '=', kind)
    .where('sellerId', sellerId === null ? 'is' : '=', sellerId)
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .returning('email')
    .executeTakeFirst()
  return deleted?.email
}

/** Returns the revoked invitations. */
export async function deleteOpenOfInviter(tx: Transaction<Database>, userId: string) {
  return tx
    .deleteFrom('invitations')
    .where('invitedBy', '=', userId)
    .where('acceptedAt', 'is', null)
    .returning(['id', 'kind', 'sellerId'])
    .execute()
}

/** Returns a team's revoked ones. */
export async function deleteOpenOfSeller(tx: Transaction<Database>, sellerId: string) {
  return tx
    .deleteFrom('invitations')
    .where('sellerId', '=', sellerId)
    .where('acceptedAt', 'is', null)
    .returning(['id', 'kind', 'sellerId'])
    .execute()
}

/** A user's open invitations, except one that is being accepted at this moment. */
export async function lockWaitingOf(tx: Transaction<Database>, userId: string) {
  return tx
    .selectFrom('invitations')
    .select(['id', 'kind', 'sellerId', 'roleId', 'invitedBy'])
    .where('invitedBy', '=', userId)
    .where('acceptedAt', 'is', null)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function deleteWaiting(tx: Transaction<Database>, id: string): Promise<void> {
  await tx.deleteFrom('invitations').where('id', '=', id).execute()
}

export async function findRoleGrants(db: Kysely<Database>, roleId: string) {
  return db
    .selectFrom('rolePermissionsView as rolePermissions')
    .innerJoin('permissionsView as permissions', 'permissions.id', 'rolePermissions.permissionId')
    .select(['entity', 'read', 'write', 'update', 'delete'])
    .where('roleId', '=', roleId)
    .execute()
}

export async function findOpen(tx: Transaction<Database>, sellerId: string, id: string) {
  return tx
    .selectFrom('invitations')
    .select(['email', 'roleId'])
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .executeTakeFirst()
}

export async function findSellerName(tx: Transaction<Database>, sellerId: string): Promise<string> {
  const seller = await tx
    .selectFrom('sellersView as sellers')
    .select('name')
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return seller.name
}

export async function findUserName(tx: Transaction<Database>, userId: string): Promise<string> {
  const user = await tx
    .selectFrom('usersView as users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return user.name
}
