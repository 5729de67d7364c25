import type { Kysely } from 'kysely'
import { describeUser } from '#accounts/identity/sessions/sessions.ts'
import { originOf } from '#accounts/identity/notify.ts'
import { proveIdentity } from '#accounts/identity/password/check-password.ts'
import type { SessionCookie } from '#accounts/identity/sessions/cookies.ts'
import { changeProfile } from '#accounts/people/change-user.ts'
import { findUser, readSeller, readUser } from '#accounts/people/read-people.ts'
import { uploadAgain } from '#accounts/uploads/contract.ts'
import { isOwnPicture } from '#accounts/uploads/own-files.ts'
import { deleteUploadIfUnused } from '#accounts/uploads/storage/stored-files.ts'
import { givenColumns } from '#foundation/db/driver/given-columns.ts'
import { InvalidFields, found } from '#foundation/failures/failure.ts'
import { type AccountExport, readExports } from '#registry/account-exports.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import { findSellerDetails } from '#accounts/invoice-details/seller-details.ts'
import type { Database } from '#foundation/db/schema.ts'
import { type Caller, may } from '#foundation/http/contract/caller.ts'
import type { ExportedAccount, settingsContract } from './contract.ts'
import { eraseAccount, type EraseServices } from './erase-account.ts'

export function settingsHandlers(
  services: EraseServices & {
    readonly limiter: Limiter
    readonly cookie: SessionCookie
    /** Each domain's part of the export. */
    readonly accountExports: readonly AccountExport[]
  },
): Handlers<typeof settingsContract> {
  const { db, clock, uploads } = services
  return {
    async getUser({ params, caller }) {
      const row = found(params.id === caller.userId ? await findUser(db, caller.userId) : undefined)
      return describeUser(row)
    },

    async updateUser({ params, body, caller }) {
      const before = found(params.id === caller.userId ? await findUser(db, caller.userId) : undefined)
      if (typeof body.photo === 'string' && !(await isOwnPicture(db, caller.sellerId, body.photo))) {
        throw new InvalidFields({ photo: uploadAgain.picture() })
      }
      const { photo, ...names } = body
      const changes = { ...givenColumns(names), ...(photo === undefined ? {} : { image: photo }) }
      await changeProfile(db, caller.userId, changes, clock.now())
      if (before.image !== null && body.photo !== undefined && body.photo !== before.image) {
        await deleteUploadIfUnused(uploads, caller.sellerId, before.image)
      }
      const row = found(await findUser(db, caller.userId))
      return describeUser(row)
    },

    async exportAccount({ caller }) {
      const exported = await exportAccount(db, caller, clock.now(), services.accountExports)
      services.log.info({ user: caller.userId }, 'account exported')
      return exported
    },

    async eraseAccount({ caller, body, request, reply }) {
      await proveIdentity(services, { caller, request }, body.password)
      const erased = await eraseAccount(services, caller, originOf(request))
      services.cookie.clear(reply)
      return erased
    },
  }
}

/** All data about a person, and the parts of their seller's data that they can read. */
async function exportAccount(
  db: Kysely<Database>,
  caller: Caller,
  now: Date,
  accountExports: readonly AccountExport[],
): Promise<ExportedAccount> {
  const { userId, sellerId } = caller
  const [profile, seller, invoiceDetails, parts] = await Promise.all([
    readUser(db, userId),
    readSeller(db, sellerId),
    may(caller, 'billing', 'read') ? findSellerDetails(db, sellerId) : null,
    readExports(accountExports, db, caller),
  ])
  const { id, name, onboardingStatus } = seller
  return {
    exportedAt: now.toISOString(),
    profile: { ...describeUser(profile), createdAt: profile.createdAt.toISOString() },
    seller: { id, name, onboardingStatus, createdAt: seller.createdAt.toISOString(), invoiceDetails },
    ...parts,
  }
}
