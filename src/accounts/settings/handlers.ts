import { proveIdentity } from '#accounts/identity/check-password.ts'
import type { SessionCookie } from '#accounts/identity/session-cookie.ts'
import type { Handlers } from '#foundation/http/routes.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import type { settingsContract } from './contract.ts'
import { eraseAccount, type EraseParts } from './erase-account.ts'
import { exportAccount } from './export-account.ts'

export function settingsHandlers(
  parts: EraseParts & { readonly limiter: Limiter; readonly cookie: SessionCookie },
): Handlers<typeof settingsContract> {
  return {
    async exportAccount({ caller }) {
      const exported = await exportAccount(parts.db, caller, parts.clock.now())
      parts.log.info({ user: caller.userId }, 'account exported')
      return exported
    },

    async eraseAccount({ caller, body, reply }) {
      await proveIdentity(parts, caller, body.password)
      const erased = await eraseAccount(parts, caller)
      parts.cookie.clear(reply)
      return erased
    },
  }
}
