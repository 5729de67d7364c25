import { type Kysely, sql, type Transaction } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { hasWords } from '#foundation/db/search.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { PlatformRole } from '#foundation/http/contract/caller.ts'
import type { ListQuery } from '#foundation/http/contract/contract.ts'
import { rowsOf } from '#foundation/lists/pages.ts'

export type AdminUserRow = Awaited<ReturnType<typeof listUsers>>[number]

function selectUsers(db: Kysely<Database>) {
  return db
    .selectFrom('usersView as users')
    .select(['users.id', 'users.email', 'users.name', 'users.emailVerified', 'users.role', 'users.createdAt'])
    .select((user) => [
      jsonArrayFrom(
        user
          .selectFrom('userRoles')
          .innerJoin('roles', 'roles.id', 'userRoles.roleId')
          .select(['roles.id', 'roles.name'])
          .whereRef('userRoles.userId', '=', 'users.id')
          .orderBy('roles.name'),
      ).as('roles'),
      jsonObjectFrom(
        user
          .selectFrom('membersView as members')
          .innerJoin('sellersView as sellers', 'sellers.id', 'members.sellerId')
          .select(['sellers.id', 'sellers.name', 'members.isOwner'])
          .whereRef('members.userId', '=', 'users.id'),
      ).as('seller'),
    ])
}

/** One row more than the page shows, to find out whether there is a next page. */
export async function listUsers(
  db: Kysely<Database>,
  filter: ListQuery & { readonly user?: string | undefined; readonly role?: PlatformRole | undefined },
) {
  const { q, user: id, role, ...asked } = filter
  return selectUsers(db)
    .$if(q !== '', (query) => query.where(hasWords(q, [sql`users.email`, sql`users.name`])))
    .$if(id !== undefined, (query) => query.where('users.id', '=', id ?? ''))
    .$if(role !== undefined, (query) => query.where('users.role', '=', role ?? 'Customer'))
    .orderBy('users.id', 'desc')
    .limit(rowsOf(asked).limit)
    .offset(rowsOf(asked).offset)
    .execute()
}

export async function findAnyUser(db: Kysely<Database>, id: string): Promise<AdminUserRow | undefined> {
  return selectUsers(db).where('users.id', '=', id).executeTakeFirst()
}

export async function lockUser(
  tx: Transaction<Database>,
  id: string,
): Promise<{ id: string; role: PlatformRole; emailVerified: boolean } | undefined> {
  return tx
    .selectFrom('usersView as users')
    .select(['id', 'role', 'emailVerified'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Gives a user exactly these roles. Returns the names of those that exist. */
export async function replaceUserRoles(
  tx: Transaction<Database>,
  userId: string,
  roleIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  await tx.deleteFrom('userRoles').where('userId', '=', userId).execute()
  if (roleIds.length === 0) return []
  const known = await tx
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('id', 'in', roleIds)
    .orderBy('name')
    .forShare()
    .execute()
  if (known.length > 0) {
    await tx
      .insertInto('userRoles')
      .values(known.map(({ id: roleId }) => ({ userId, roleId })))
      .execute()
  }
  return known
}

type SuperAdmin = { readonly id: string; readonly email: string }

export async function listSuperAdmins(db: Kysely<Database>): Promise<SuperAdmin[]> {
  return db
    .selectFrom('usersView as users')
    .select(['id', 'email'])
    .where('role', '=', 'SuperAdmin')
    .orderBy('email')
    .execute()
}

/** A user's roles, locked so that simultaneous changes wait. */
export async function lockSuperAdmins(tx: Transaction<Database>): Promise<SuperAdmin[]> {
  return tx
    .selectFrom('usersView as users')
    .select(['id', 'email'])
    .where('role', '=', 'SuperAdmin')
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function findUser(tx: Transaction<Database>, email: string) {
  return tx
    .selectFrom('usersView as users')
    .select(['id', 'role', 'emailVerified'])
    .where('email', '=', email)
    .executeTakeFirst()
}
