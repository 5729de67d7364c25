import { createSessionCookie } from '#identity/session-cookie.ts'
import type { Parts } from '#parts.ts'
import type { Registry } from '#registry.ts'
import type { Shelf } from '#uploads/keep-upload.ts'
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
