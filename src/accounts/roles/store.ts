import { sql, type Insertable, type Kysely, type Transaction, type Updateable } from 'kysely'
import { hasWords } from '#foundation/db/search.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Grant } from '#foundation/http/contract/caller.ts'
import type { ListQuery } from '#foundation/http/contract/contract.ts'
import { rowsOf } from '#foundation/lists/pages.ts'

export type PermissionRow = NonNullable<Awaited<ReturnType<typeof findPermission>>>
export type RoleRow = NonNullable<Awaited<ReturnType<typeof findRole>>>

const permissionColumns = [
  'id',
  'name',
  'description',
  'entity',
  'read',
  'write',
  'update',
  'delete',
] as const

export async function findPermission(db: Kysely<Database>, id: string) {
  return db.selectFrom('permissions').select(permissionColumns).where('id', '=', id).executeTakeFirst()
}

/** One row more than the page shows, to find out whether there is a next page. */
export async function listPermissions(
  db: Kysely<Database>,
  { q, ...asked }: ListQuery,
): Promise<PermissionRow[]> {
  return db
    .selectFrom('permissions')
    .select(permissionColumns)
    .$if(q !== '', (query) => query.where(hasWords(q, [sql`name`, sql`description`, sql`entity`])))
    .orderBy('createdAt', 'desc')
    .orderBy('name')
    .limit(rowsOf(asked).limit)
    .offset(rowsOf(asked).offset)
    .execute()
}

export async function insertPermission(
  tx: Transaction<Database>,
  permission: Omit<Insertable<Database['permissions']>, 'id'>,
): Promise<PermissionRow> {
  return tx
    .insertInto('permissions')
    .values({ ...permission, id: newId() })
    .returning(permissionColumns)
    .executeTakeFirstOrThrow()
}

export async function updatePermission(
  tx: Transaction<Database>,
  id: string,
  changes: Updateable<Database['permissions']>,
): Promise<PermissionRow | undefined> {
  return tx
    .updateTable('permissions')
    .set({ ...changes, updatedAt: new Date() })
    .where('id', '=', id)
    .returning(permissionColumns)
    .executeTakeFirst()
}

/** The names of the roles that include a permission. */
export async function listRolesWith(tx: Transaction<Database>, permissionId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('rolePermissions')
    .innerJoin('roles', 'roles.id', 'rolePermissions.roleId')
    .select('roles.name')
    .where('permissionId', '=', permissionId)
    .orderBy('roles.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Locks a role, so that changes to it happen in turn and no one can grant it until the transaction ends. */
export async function lockRow(
  tx: Transaction<Database>,
  table: 'permissions' | 'roles',
  id: string,
): Promise<{ name: string } | undefined> {
  return tx.selectFrom(table).select('name').where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function deleteRow(
  tx: Transaction<Database>,
  table: 'permissions' | 'roles',
  id: string,
): Promise<void> {
  await tx.deleteFrom(table).where('id', '=', id).execute()
}

const permissionIds = sql<
  string[]
>`array(select permission_id::text from role_permissions where role_id = roles.id order by permission_id)`.as(
  'permissions',
)
const roleColumns = ['id', 'name', 'description', 'forTeams', permissionIds] as const

export async function findRole(db: Kysely<Database>, id: string) {
  return db.selectFrom('roles').select(roleColumns).where('id', '=', id).executeTakeFirst()
}

/** One row more than the page shows, to find out whether there is a next page. */
export async function listRoles(db: Kysely<Database>, { q, ...asked }: ListQuery): Promise<RoleRow[]> {
  return db
    .selectFrom('roles')
    .select(roleColumns)
    .$if(q !== '', (query) => query.where(hasWords(q, [sql`roles.name`, sql`roles.description`])))
    .orderBy('createdAt', 'desc')
    .orderBy('name')
    .limit(rowsOf(asked).limit)
    .offset(rowsOf(asked).offset)
    .execute()
}

export async function insertRole(
  tx: Transaction<Database>,
  role: Omit<Insertable<Database['roles']>, 'id'>,
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('roles')
    .values({ ...role, id })
    .execute()
  return id
}

export async function updateRole(
  tx: Transaction<Database>,
  id: string,
  changes: Updateable<Database['roles']>,
): Promise<void> {
  await tx
    .updateTable('roles')
    .set({ ...changes, updatedAt: new Date() })
    .where('id', '=', id)
    .execute()
}

export async function replacePermissions(
  tx: Transaction<Database>,
  roleId: string,
  permissions: readonly string[],
): Promise<void> {
  await tx.deleteFrom('rolePermissions').where('roleId', '=', roleId).execute()
  if (permissions.length === 0) return
  const links = permissions.map((permissionId) => ({ roleId, permissionId }))
  await tx.insertInto('rolePermissions').values(links).execute()
}

/**
 * The rights of these permissions, one row for each that exists. The permissions cannot be deleted until the
 * transaction ends.
 */
export async function lockGrants(
  tx: Transaction<Database>,
  permissions: readonly string[],
): Promise<(Grant & { readonly id: string; readonly name: string })[]> {
  if (permissions.length === 0) return []
  return tx
    .selectFrom('permissions')
    .select(['id', 'name', 'entity', 'read', 'write', 'update', 'delete'])
    .where('id', 'in', permissions)
    .orderBy('id')
    .forShare()
    .execute()
}

/** How many people have a role, as Admins or in teams, or are invited with it. */
export async function countHolders(tx: Transaction<Database>, roleId: string): Promise<number> {
  const { holders } = await tx
    .selectNoFrom(
      sql<number>`(select count(*) from user_roles where role_id = ${roleId})
        + (select count(*) from members_view as members where role_id = ${roleId})
        + (select count(*) from invitations_view as invitations where role_id = ${roleId} and accepted_at is null)`.as(
        'holders',
      ),
    )
    .executeTakeFirstOrThrow()
  return holders
}
