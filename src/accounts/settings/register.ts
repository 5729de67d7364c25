import { createSessionCookie } from '#accounts/identity/session-cookie.ts'
import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { settingsContract } from './contract.ts'
import type { EraseParts } from './erase-account.ts'
import { settingsHandlers } from './handlers.ts'

export function registerSettings(
  { serve }: Registry,
  parts: Parts,
  { shelf, accountEndings }: Pick<EraseParts, 'shelf' | 'accountEndings'>,
): void {
  const { authSecret, publicUrl } = parts.config
  const cookie = createSessionCookie(authSecret, publicUrl)
  serve(settingsContract, settingsHandlers({ ...parts, cookie, shelf, accountEndings }))
}
