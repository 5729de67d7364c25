import { createSessionCookie } from '#accounts/identity/session-cookie.ts'
import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import { settingsContract } from './contract.ts'
import type { EraseServices } from './erase-account.ts'
import { settingsHandlers } from './handlers.ts'

export function registerSettings(
  { serve }: Registry,
  services: Services,
  { shelf, accountEndings }: Pick<EraseServices, 'shelf' | 'accountEndings'>,
): void {
  const { authSecret, publicUrl } = services.config
  const cookie = createSessionCookie(authSecret, publicUrl)
  serve(settingsContract, settingsHandlers({ ...services, cookie, shelf, accountEndings }))
}
