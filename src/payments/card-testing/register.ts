import { day, prunedEvery, pruneOld } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { writeAttackMail } from './write-attack-mail.ts'

export function registerCardTesting({ writeMails, work }: Registry, services: Services): void {
  const { db, config } = services
  work('old attacks', prunedEvery, () => pruneAttacks(services))
  writeMails({ 'card-testing': async ({ data }) => writeAttackMail(db, config.publicUrl, data) })
}

/** How long an attack is kept after its end, like all that is logged for security: a year. */
const retention = 365 * day

/** Deletes attacks that ended a year ago; answers how many. */
export async function pruneAttacks(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneOld(services, 'cardTestingAttacks', retention)
}
