import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { countConnections } from '#foundation/db/database.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { healthContract } from './contract.ts'
import { addGauges, rememberSigns, type Signs, readDisk } from './gauges.ts'
import { registerMetrics } from './serve-metrics.ts'
import { readStoreVersions } from './store.ts'

/** The server's health for its operator. Returns a function with the text for Prometheus. */
export function registerHealthOfServer(
  { server, serve }: Registry,
  services: Services,
  version: string,
): () => Promise<string> {
  const readSigns = rememberSigns(services)
  serve(healthContract, healthHandlers(services, version, readSigns))
  const read = addGauges(services, version, readSigns)
  registerMetrics(server, services.config.metrics, read)
  return read
}

function healthHandlers(
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
