import type { Transaction } from 'kysely'
import { listText } from '#foundation/language/list.ts'
import { t } from '#foundation/language/t.ts'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { deleteAcceptedInvitations } from '#accounts/invitations/invite.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { givenColumns } from '#foundation/db/driver/given-columns.ts'
import type { Database } from '#foundation/db/schema.ts'
import { isUniqueViolation } from '#foundation/db/unique-violation.ts'
import { may, type Caller, type Grant } from '#foundation/http/contract/caller.ts'
import { isSellerEntity, verbs } from '#foundation/rights/entities.ts'
import { Conflict, InvalidFields, NotAllowed, found, NotFound } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import type { PermissionFields, RoleFields } from './contract.ts'
import { roleMessages } from './messages.ts'
import {
  countHolders,
  deleteRow,
  findPermission,
  findRole,
  insertPermission,
  insertRole,
  listRolesWith,
  lockGrants,
  lockRow,
  replacePermissions,
  updatePermission,
  updateRole,
  type PermissionRow,
  type RoleRow,
} from './store.ts'

type Given<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }

/** Users can grant only rights they have. Otherwise, an Admin could get every right. */
function checkGiven(caller: Caller, grants: readonly Grant[]): void {
  const isBeyond = grants.some((grant) =>
    verbs.some((verb) => {
      if (!grant[verb]) return false
      // This is checked as if the data belonged to another seller, because an owner's rights in their own shop cannot
      // be granted to others.
      return !may({ ...caller, isSupport: isSellerEntity(grant.entity) }, grant.entity, verb)
    }),
  )
  if (isBeyond)
    throw new NotAllowed('beyond_own_rights', t('You cannot grant permissions that you do not have'))
}

async function namingUniquely<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isUniqueViolation(error) ? new InvalidFields({ name: roleMessages.nameTaken() }) : error
  }
}

/** Creates a role (without `id`), or changes the given fields of an existing one. */
export async function saveRole(
  { db, clock }: Services,
  caller: Caller,
  id: string | null,
  { permissions, name, description, forTeams }: Given<RoleFields>,
): Promise<RoleRow> {
  return namingUniquely(() =>
    inTransaction(db, async (tx) => {
      const before = id === null ? undefined : await lockedRole(tx, id)
      const columns = givenColumns({ name, description, forTeams })
      const roleId = before?.id ?? (await insertRole(tx, { name: '', description: '', ...columns }))
      if (before !== undefined) await updateRole(tx, roleId, columns)
      const wanted = [...new Set(permissions ?? before?.permissions ?? [])]
      const grants = await lockGrants(tx, wanted)
      if (grants.length !== wanted.length) {
        throw new InvalidFields({ permissions: t('A permission no longer exists') })
      }
      checkGiven(caller, grants)
      await replacePermissions(tx, roleId, wanted)
      await recordAudit(tx, {
        at: clock.now(),
        actorId: caller.userId,
        action: before === undefined ? 'roles.write' : 'roles.update',
        subjectId: roleId,
        before: before?.name ?? null,
        after: `${name ?? before?.name ?? ''}: ${grants.map((grant) => grant.name).join(', ') || 'nothing'}`,
      })
      return findRoleOrThrow(tx, roleId)
    }),
  )
}

async function lockedRole(tx: Transaction<Database>, id: string): Promise<RoleRow> {
  await lockRow(tx, 'roles', id)
  return findRoleOrThrow(tx, id)
}

async function findRoleOrThrow(tx: Transaction<Database>, id: string): Promise<RoleRow> {
  return found(await findRole(tx, id))
}

/** Deletes an unused role. Returns its name. */
export async function removeRole({ db, clock }: Services, caller: Caller, id: string): Promise<string> {
  return inTransaction(db, async (tx) => {
    const role = found(await lockRow(tx, 'roles', id))
    const holders = await countHolders(tx, id)
    if (holders > 0) {
      throw new Conflict(
        'role_in_use',
        t(
          '{holders, plural, one {# person has} other {# people have}} this role. Give them another role first.',
          { holders },
        ),
      )
    }
    await deleteAcceptedInvitations(tx, id)
    await deleteRow(tx, 'roles', id)
    const entry = { at: clock.now(), actorId: caller.userId, subjectId: id }
    await recordAudit(tx, { ...entry, action: 'roles.delete', before: role.name })
    return role.name
  })
}

/** Creates a permission (without `id`), or changes the given fields of an existing one. */
export async function savePermission(
  { db, clock }: Services,
  caller: Caller,
  id: string | null,
  { Read, Write, Update, Delete, name, description, entity }: Given<PermissionFields>,
): Promise<PermissionRow> {
  const given = givenColumns({
    name,
    description,
    entity,
    read: Read,
    write: Write,
    update: Update,
    delete: Delete,
  })
  return namingUniquely(() =>
    inTransaction(db, async (tx) => {
      if (id !== null) await lockRow(tx, 'permissions', id)
      const before = id === null ? undefined : await findPermission(tx, id)
      if (id !== null && before === undefined) throw new NotFound()
      const row =
        before === undefined
          ? await insertPermission(tx, { ...noPermission, ...given })
          : await updatePermission(tx, before.id, given)
      if (row === undefined) throw new NotFound()
      checkGiven(caller, [row])
      await recordAudit(tx, {
        at: clock.now(),
        actorId: caller.userId,
        action: before === undefined ? 'permissions.write' : 'permissions.update',
        subjectId: row.id,
        before: before === undefined ? null : inWords(before),
        after: inWords(row),
      })
      return row
    }),
  )
}

const noPermission = {
  name: '',
  description: '',
  entity: 'forms',
  read: false,
  write: false,
  update: false,
  delete: false,
} as const

function inWords(row: PermissionRow): string {
  return `${row.name}: ${row.entity} ${verbs.filter((verb) => row[verb]).join(', ') || 'nothing'}`
}

/** Deletes an unused permission. Returns its name. */
export async function removePermission({ db, clock }: Services, caller: Caller, id: string): Promise<string> {
  return inTransaction(db, async (tx) => {
    const permission = found(await lockRow(tx, 'permissions', id))
    const roles = await listRolesWith(tx, id)
    if (roles.length > 0) {
      throw new Conflict(
        'permission_in_use',
        t('This permission is part of {roles}. Remove it there first.', { roles: listText(roles, 'unit') }),
      )
    }
    await deleteRow(tx, 'permissions', id)
    const entry = { at: clock.now(), actorId: caller.userId, subjectId: id }
    await recordAudit(tx, { ...entry, action: 'permissions.delete', before: permission.name })
    return permission.name
  })
}
