import { createSessionCookie } from '#accounts/identity/sessions/cookies.ts'
import type { UploadServices } from '#accounts/uploads/multipart/store-upload.ts'
import { prunedEvery } from '#foundation/jobs/prune.ts'
import { eraseSent } from '#foundation/mail/change-mails.ts'
import type { Registered, Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { settingsContract } from './contract.ts'
import { erasureMail, writeErasureMail } from './erasure-mail.ts'
import { settingsHandlers } from './handlers.ts'

/** Export and erasure of an account. Every domain contributes its part to both. */
export function registerSettings(
  { serve, writeMails, work }: Registry,
  services: Services,
  { uploads, registered }: { readonly uploads: UploadServices; readonly registered: Registered },
): void {
  const { authSecret, publicUrl } = services.config
  const cookie = createSessionCookie(authSecret, publicUrl)
  const { accountEndings, accountExports } = registered
  writeMails({ [erasureMail]: async ({ data }) => writeErasureMail(publicUrl, data) })
  work('erasure mails', prunedEvery, () => eraseSent(services.db, erasureMail))
  serve(settingsContract, settingsHandlers({ ...services, cookie, uploads, accountEndings, accountExports }))
}
