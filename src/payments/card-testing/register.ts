import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import { writeAttackMail } from './write-attack-mail.ts'

export function registerCardTesting({ writeMails }: Registry, { db, config }: Services): void {
  writeMails({ 'card-testing': async ({ data }) => writeAttackMail(db, config.publicUrl, data) })
}
