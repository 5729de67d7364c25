import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'

const queue = z.object({
  queue: z.enum(['webhook_events', 'mails', 'purchases', 'refunds', 'withdrawals']),
  /**
   * Entries that are scheduled, waiting for a retry or waiting for a worker, up to 2,000. `due` counts those due now.
   */
  waiting: z.number().int(),
  due: z.number().int(),
  /** How long the first entry has been due, and the age of the oldest entry, in seconds. */
  overdueSeconds: z.number(),
  oldestSeconds: z.number(),
})
export type Queue = z.output<typeof queue>

/** Times in ISO 8601, or null if something never happened or is unknown here. */
const health = z.object({
  checkedAt: z.string(),
  queues: z.array(queue),
  lastWebhookAt: z.string().nullable(),
  lastMailAt: z.string().nullable(),
  lastBackupAt: z.string().nullable(),
  /** The last backup that was restored as a test. */
  lastVerifiedBackupAt: z.string().nullable(),
  books: z.object({ comparedAt: z.string().nullable(), differences: z.number().int() }),
  /** The process that responds, with its own connections and start time. */
  process: z.object({
    startedAt: z.string(),
    memoryBytes: z.number().int(),
    connections: z.object({
      inUse: z.number().int(),
      idle: z.number().int(),
      waiting: z.number().int(),
      most: z.number().int(),
    }),
  }),
  /** The disk of DATA_DIR, in bytes, or null if the system does not report it. */
  disk: z.object({ size: z.number(), free: z.number() }).nullable(),
  versions: z.object({
    product: z.string(),
    node: z.string(),
    postgres: z.string(),
    migration: z.string(),
  }),
})
export type Health = z.output<typeof health>

export const healthContract = {
  readHealth: {
    method: 'GET',
    path: '/admin/health',
    summary: 'Reports the server’s health: queues, last activity, disk space, versions',
    access: 'super-admin',
    ok: { status: 200, schema: health },
  },
} as const satisfies Contract
