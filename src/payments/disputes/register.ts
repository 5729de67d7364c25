import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { writeDisputeMail } from './write-dispute-mail.ts'

export function registerDisputes({ writeMails }: Registry, { db, config }: Services): void {
  // Those that were recorded before notifications told of disputes.
  writeMails({ dispute: async ({ about }) => writeDisputeMail(db, config.publicUrl, about) })
}
