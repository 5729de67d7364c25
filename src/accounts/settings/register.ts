import { createSessionCookie } from '#accounts/identity/session-cookie.ts'
import type { Shelf } from '#accounts/uploads/keep-upload.ts'
import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { settingsContract } from './contract.ts'
import { settingsHandlers } from './handlers.ts'

/** `dropPages` hears of forms that are not to be seen any longer. */
export function registerSettings(
  { serve }: Registry,
  parts: Parts,
  { shelf, dropPages }: { readonly shelf: Shelf; readonly dropPages: (formIds: readonly string[]) => void },
): void {
  const { authSecret, publicUrl } = parts.config
  const cookie = createSessionCookie(authSecret, publicUrl)
  serve(settingsContract, settingsHandlers({ ...parts, cookie, shelf, dropPages }))
}
