import { countConnections } from '#foundation/db/database.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { healthContract } from './contract.ts'
import { readDisk } from './read-disk.ts'
import type { Signs } from './read-signs.ts'
import { readStoreVersions } from './store.ts'

export function healthHandlers(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  version: string,
  readSigns: () => Promise<Signs>,
): Handlers<typeof healthContract> {
  const startedAt = new Date(Date.now() - performance.now()).toISOString()
  return {
    async readHealth() {
      const [signs, disk, store] = await Promise.all([
        readSigns(),
        readDisk(config.dataDir).catch(() => null),
        readStoreVersions(db),
      ])
      return {
        checkedAt: clock.now().toISOString(),
        queues: signs.queues,
        lastWebhookAt: textOf(signs.deliveredAt),
        lastMailAt: textOf(signs.mailedAt),
        lastBackupAt: textOf(signs.backedUpAt),
        lastVerifiedBackupAt: textOf(signs.verifiedBackupAt),
        books: { comparedAt: textOf(signs.comparedAt), differences: signs.differences },
        process: { startedAt, memoryBytes: process.memoryUsage.rss(), connections: countConnections(db) },
        disk,
        versions: { product: version, node: process.versions.node, ...store },
      }
    },
  }
}

function textOf(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
