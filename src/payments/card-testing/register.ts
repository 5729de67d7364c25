import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { writeAttackMail } from './write-attack-mail.ts'

export function registerCardTesting({ writeMails }: Registry, { db, config }: Parts): void {
  writeMails({ 'card-testing': async ({ data }) => writeAttackMail(db, config.publicUrl, data) })
}
