import { readSuspension } from '#accounts/suspensions/suspend-seller.ts'
import { readSeller } from '#accounts/people/read-people.ts'
import { isId } from '#foundation/db/new-id.ts'
import { isStaff, may } from '#foundation/http/contract/caller.ts'
import { entities, verbs } from '#foundation/rights/entities.ts'
import { found, NotFound } from '#foundation/failures/failure.ts'
import { pageNumbers } from '#foundation/lists/pages.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import { changeUser } from './change-user.ts'
import type { AdminUser, Permission, rolesContract } from './contract.ts'
import { removePermission, removeRole, savePermission, saveRole } from './save-role.ts'
import { findPermission, findRole, listPermissions, listRoles, type PermissionRow } from './store.ts'
import { findAnyUser, listUsers, type AdminUserRow } from './user-store.ts'

export function rolesHandlers(services: Services): Handlers<typeof rolesContract> {
  const { db } = services
  return {
    async readRights({ caller }) {
      const rights = entities.flatMap((entity) =>
        verbs.flatMap((verb) => (may(caller, entity, verb) ? [`${entity}.${verb}`] : [])),
      )
      const lacksSecondFactor = isStaff(caller) && !caller.hasSecondFactor
      const suspension = await readSuspension(services, caller.sellerId)
      const { timeZone } = await readSeller(db, caller.sellerId)
      return { role: caller.role, isOwner: caller.isOwner, lacksSecondFactor, rights, suspension, timeZone }
    },

    async listUsers({ query }) {
      return pageNumbers((await listUsers(db, query)).map(describeUser), query)
    },

    async getAnyUser({ params }) {
      return describeUser(found(isId(params.id) ? await findAnyUser(db, params.id) : undefined))
    },

    async changeUser({ caller, params, body }) {
      return describeUser(await changeUser(services, caller, idOf(params), body))
    },

    async listRoles({ query }) {
      return pageNumbers(await listRoles(db, query), query)
    },

    async getRole({ params }) {
      return found(isId(params.id) ? await findRole(db, params.id) : undefined)
    },

    createRole: ({ caller, body }) => saveRole(services, caller, null, body),

    async updateRole({ caller, params, body }) {
      return saveRole(services, caller, idOf(params), body)
    },

    async deleteRole({ caller, params }) {
      return { title: await removeRole(services, caller, idOf(params)) }
    },

    async listPermissions({ query }) {
      return pageNumbers((await listPermissions(db, query)).map(describePermission), query)
    },

    async getPermission({ params }) {
      return describePermission(found(isId(params.id) ? await findPermission(db, params.id) : undefined))
    },

    async createPermission({ caller, body }) {
      return describePermission(await savePermission(services, caller, null, body))
    },

    async updatePermission({ caller, params, body }) {
      return describePermission(await savePermission(services, caller, idOf(params), body))
    },

    async deletePermission({ caller, params }) {
      return { title: await removePermission(services, caller, idOf(params)) }
    },
  }
}

function idOf({ id }: { readonly id: string }): string {
  if (!isId(id)) throw new NotFound()
  return id
}

function describeUser({ createdAt, ...row }: AdminUserRow): AdminUser {
  return { ...row, createdAt: createdAt.toISOString() }
}

function describePermission({ read, write, update, delete: remove, ...row }: PermissionRow): Permission {
  return { ...row, Read: read, Write: write, Update: update, Delete: remove }
}
