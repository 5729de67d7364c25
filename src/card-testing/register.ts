import type { Parts } from '#parts.ts'
import type { Registry } from '#registry.ts'
import { writeAttackMail } from './write-attack-mail.ts'

export function registerCardTesting({ writeMails }: Registry, { db, config }: Parts): void {
  writeMails({ 'card-testing': async ({ data }) => writeAttackMail(db, config.publicUrl, data) })
}
