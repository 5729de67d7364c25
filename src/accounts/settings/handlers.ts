import { describeUser } from '#accounts/identity/sessions/open-session.ts'
import { proveIdentity } from '#accounts/identity/password/check-password.ts'
import type { SessionCookie } from '#accounts/identity/sessions/session-cookie.ts'
import { changeProfile } from '#accounts/people/change-user.ts'
import { findUser } from '#accounts/people/read-people.ts'
import { uploadAgain } from '#accounts/uploads/contract.ts'
import { isOwnPicture } from '#accounts/uploads/own-files.ts'
import { deleteUploadIfUnused } from '#accounts/uploads/storage/stored-files.ts'
import { givenColumns } from '#foundation/db/driver/given-columns.ts'
import { InvalidFields, NotFound } from '#foundation/failures/failure.ts'
import type { AccountExport } from '#registry/account-exports.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import type { settingsContract } from './contract.ts'
import { eraseAccount, type EraseServices } from './erase-account.ts'
import { exportAccount } from './export-account.ts'

export function settingsHandlers(
  services: EraseServices & {
    readonly limiter: Limiter
    readonly cookie: SessionCookie
    /** What each domain gives to the export. */
    readonly accountExports: readonly AccountExport[]
  },
): Handlers<typeof settingsContract> {
  const { db, clock, uploads } = services
  return {
    async getUser({ params, caller }) {
      const row = params.id === caller.userId ? await findUser(db, caller.userId) : undefined
      if (row === undefined) throw new NotFound()
      return describeUser(row)
    },

    async updateUser({ params, body, caller }) {
      const before = params.id === caller.userId ? await findUser(db, caller.userId) : undefined
      if (before === undefined) throw new NotFound()
      if (typeof body.photo === 'string' && !(await isOwnPicture(db, caller.sellerId, body.photo))) {
        throw new InvalidFields({ photo: uploadAgain.picture })
      }
      const { photo, ...names } = body
      const changes = { ...givenColumns(names), ...(photo === undefined ? {} : { image: photo }) }
      await changeProfile(db, caller.userId, changes, clock.now())
      if (before.image !== null && body.photo !== undefined && body.photo !== before.image) {
        await deleteUploadIfUnused(uploads, caller.sellerId, before.image)
      }
      const row = await findUser(db, caller.userId)
      if (row === undefined) throw new NotFound()
      return describeUser(row)
    },

    async exportAccount({ caller }) {
      const exported = await exportAccount(db, caller, clock.now(), services.accountExports)
      services.log.info({ user: caller.userId }, 'account exported')
      return exported
    },

    async eraseAccount({ caller, body, request, reply }) {
      await proveIdentity(services, { caller, request }, body.password)
      const erased = await eraseAccount(services, caller)
      services.cookie.clear(reply)
      return erased
    },
  }
}
