import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { writeDisputeMail } from './write-dispute-mail.ts'

export function registerDisputes({ writeMails }: Registry, { db, config }: Services): void {
  // For mails recorded before disputes had notifications.
  writeMails({ dispute: async ({ about }) => writeDisputeMail(db, config.publicUrl, about) })
}
