import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { writeDisputeMail } from './write-dispute-mail.ts'

export function registerDisputes({ writeMails }: Registry, { db, config }: Parts): void {
  writeMails({ dispute: async ({ about }) => writeDisputeMail(db, config.publicUrl, about) })
}
