import { proveIdentity } from '#accounts/identity/password/check-password.ts'
import type { SessionCookie } from '#accounts/identity/sessions/session-cookie.ts'
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
  return {
    async exportAccount({ caller }) {
      const exported = await exportAccount(services.db, caller, services.clock.now(), services.accountExports)
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
