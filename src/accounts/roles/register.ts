import { msg } from '#foundation/language/t.ts'
import { readUser } from '#accounts/people/read-people.ts'
import { defineFailure } from '#foundation/failures/failure.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { rolesContract } from './contract.ts'
import { rolesHandlers } from './handlers.ts'
import { lockSuperAdmins } from './user-store.ts'

/** At least one SuperAdmin has to be left to run the platform. */
class LastSuperAdmin extends defineFailure(
  'last_super_admin',
  409,
  msg('You are the last SuperAdmin. Give someone else the role before you leave.'),
) {}

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
