import { day, prunedEvery, pruneOld } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { writeAttackMail } from './write-attack-mail.ts'

export function registerCardTesting({ writeMails, work }: Registry, services: Services): void {
  const { db, config } = services
  work('old attacks', prunedEvery, () => pruneAttacks(services))
  writeMails({ 'card-testing': async ({ data }) => writeAttackMail(db, config.publicUrl, data) })
}

/** Attacks are stored for a year after their end, like everything that is logged for security. */
const retention = 365 * day

export async function pruneAttacks(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneOld(services, 'cardTestingAttacks', retention)
}
