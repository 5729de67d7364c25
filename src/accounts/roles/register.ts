import { readUser } from '#accounts/people/read-people.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { rolesContract } from './contract.ts'
import { LastSuperAdmin } from './errors.ts'
import { rolesHandlers } from './handlers.ts'
import { lockSuperAdmins } from './super-admin-store.ts'

export function registerRoles({ serve, endAccount }: Registry, services: Services): void {
  serve(rolesContract, rolesHandlers(services))
  endAccount({
    async checkUser(tx, userId) {
      const { role } = await readUser(tx, userId)
      if (role !== 'SuperAdmin') return
      const admins = await lockSuperAdmins(tx)
      if (admins.every(({ id }) => id === userId)) throw new LastSuperAdmin()
    },
  })
}
