import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { statfs } from 'node:fs/promises'
import { t } from '#foundation/language/t.ts'
import { countConnections } from '#foundation/db/database.ts'
import type { Services } from '#registry/services.ts'
import { readSigns } from './store.ts'

/**
 * Adds the metrics read at each scrape: the database, the connection pool, the disk, the process. Returns a function
 * with the text for Prometheus. If the database is unreachable, only its own metrics are missing.
 */
export function addGauges(
  { db, config, metrics }: Pick<Services, 'db' | 'config' | 'metrics'>,
  version: string,
  latestSigns: () => Promise<Signs>,
): () => Promise<string> {
  const { registry } = metrics
  const store = storeGauges(registry)
  const machine = machineGauges(registry)
  // These metrics monitor the event loop all the time.
  const { port, token } = config.metrics
  if (port !== undefined || token !== undefined) collectDefaultMetrics({ register: registry })
  machine.build.set({ version, node: process.versions.node }, 1)

  return async () => {
    const [signs, disk] = await Promise.all([
      latestSigns().catch(() => undefined),
      readDisk(config.dataDir).catch(() => undefined),
    ])
    machine.databaseUp.set(signs === undefined ? 0 : 1)
    store.show(signs)
    if (disk !== undefined) {
      machine.diskFree.set(disk.free)
      machine.diskSize.set(disk.size)
    }
    const { inUse, idle, waiting, most } = countConnections(db)
    machine.connections.set({ state: 'in_use' }, inUse)
    machine.connections.set({ state: 'idle' }, idle)
    machine.connectionsMost.set(most)
    machine.connectionWaiters.set(waiting)
    return registry.metrics()
  }
}

function storeGauges(registry: Registry) {
  const of = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const ofQueue = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['queue'], registers: [registry] })
  const due = ofQueue('tillform_queue_due', t('Work that is due, up to 2000'))
  const waiting = ofQueue(
    'tillform_queue_waiting',
    t('Work that waits until it is due or retried, up to 2000'),
  )
  const overdue = ofQueue('tillform_queue_overdue_seconds', t('How long the oldest due work has been due'))
  const oldest = ofQueue('tillform_queue_oldest_seconds', t('Age of the oldest waiting work'))
  const compared = of(
    'tillform_books_compared_timestamp_seconds',
    'When our records were last compared with the card provider’s, or 0 if never',
  )
  const differences = of(
    'tillform_books_differences',
    t('Unresolved differences between our records and the card provider’s'),
  )
  const backedUp = of('tillform_backup_timestamp_seconds', 'When `npm run backup` last ended well; 0: never')
  const verified = of(
    'tillform_verified_backup_timestamp_seconds',
    'When a backup was last test-restored, or 0 if never',
  )
  const delivered = of(
    'tillform_webhook_timestamp_seconds',
    'When the card provider last delivered an event, or 0 if never',
  )
  const mailed = of(
    'tillform_mail_timestamp_seconds',
    'When an email was last sent, or 0 if none of the last 100 was',
  )
  return {
    show(signs: Signs | undefined): void {
      if (signs === undefined) {
        for (const gauge of [due, waiting, overdue, oldest]) gauge.reset()
        for (const gauge of [compared, differences, backedUp, verified, delivered, mailed]) gauge.remove({})
        return
      }
      for (const { queue, ...counted } of signs.queues) {
        due.set({ queue }, counted.due)
        waiting.set({ queue }, counted.waiting)
        overdue.set({ queue }, counted.overdueSeconds)
        oldest.set({ queue }, counted.oldestSeconds)
      }
      compared.set(secondsOf(signs.comparedAt))
      differences.set(signs.differences)
      backedUp.set(secondsOf(signs.backedUpAt))
      verified.set(secondsOf(signs.verifiedBackupAt))
      delivered.set(secondsOf(signs.deliveredAt))
      mailed.set(secondsOf(signs.mailedAt))
    },
  }
}

function machineGauges(registry: Registry) {
  const of = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  return {
    build: new Gauge({
      name: 'tillform_build_info',
      help: t('The running versions; the value is always 1'),
      labelNames: ['version', 'node'],
      registers: [registry],
    }),
    databaseUp: of('tillform_database_up', t('1 while the database responds')),
    connections: new Gauge({
      name: 'tillform_database_connections',
      help: t('This process’s connections to the database'),
      labelNames: ['state'],
      registers: [registry],
    }),
    connectionsMost: of('tillform_database_connections_max', t('Maximum connections of this process')),
    connectionWaiters: of('tillform_database_connection_waiters', t('Queries waiting for a connection')),
    diskFree: of('tillform_disk_free_bytes', t('Free space on the disk of DATA_DIR')),
    diskSize: of('tillform_disk_size_bytes', t('The size of the disk of DATA_DIR')),
  }
}

function secondsOf(time: Date | null): number {
  return time === null ? 0 : time.getTime() / 1000
}

export type Signs = Awaited<ReturnType<typeof readSigns>>

/** How long a reading is valid, in milliseconds. It limits the queries if scrapes are frequent. */
const goodFor = 5_000

/** Reads the database's metrics, up to once in five seconds. A failure is cached for the same time. */
export function rememberSigns({ db, clock }: Pick<Services, 'db' | 'clock'>): () => Promise<Signs> {
  let readAt = Number.NEGATIVE_INFINITY
  let signs: Promise<Signs> | undefined
  return () => {
    const now = clock.now()
    if (signs === undefined || now.getTime() - readAt >= goodFor) {
      readAt = now.getTime()
      signs = readSigns(db, now)
    }
    return signs
  }
}

/** The disk that contains a folder, in bytes. `free` is available to the product's user. */
export async function readDisk(folder: string): Promise<{ size: number; free: number }> {
  const { blocks, bavail, bsize } = await statfs(folder)
  return { size: blocks * bsize, free: bavail * bsize }
}
