import { prunedEvery } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { pruneAttacks } from './prune-attacks.ts'
import { writeAttackMail } from './write-attack-mail.ts'

export function registerCardTesting({ writeMails, work }: Registry, services: Services): void {
  const { db, config } = services
  work('old attacks', prunedEvery, () => pruneAttacks(services))
  writeMails({ 'card-testing': async ({ data }) => writeAttackMail(db, config.publicUrl, data) })
}
