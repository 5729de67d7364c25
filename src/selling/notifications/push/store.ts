import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { NotificationKind } from '#foundation/db/tables/notices.ts'
import { notificationKinds } from '#selling/notifications/kinds.ts'

export type DeviceRow = Selectable<Database['pushDevices']>

/** A member's devices, oldest first. */
export async function listDevices(db: Kysely<Database>, userId: string): Promise<DeviceRow[]> {
  return db.selectFrom('pushDevices').selectAll().where('userId', '=', userId).orderBy('id').execute()
}

/**
 * Stores a device for the member who turned it on last. A previous member's unsent messages are dropped, so that
 * members never get each other's news.
 */
export async function storeDevice(
  tx: Transaction<Database>,
  { endpoint, ...device }: Omit<DeviceRow, 'id'>,
): Promise<DeviceRow> {
  await tx
    .deleteFrom('pushDevices')
    .where('endpoint', '=', endpoint)
    .where('userId', '!=', device.userId)
    .execute()
  return tx
    .insertInto('pushDevices')
    .values({ id: newId(), endpoint, ...device })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(device))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns false if the member has no such device. */
export async function deleteDevice(db: Kysely<Database>, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pushDevices')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

type News = {
  readonly sellerId: string
  readonly kind: NotificationKind
  readonly after: number
  readonly upTo: number
  readonly at: Date
}

/** Queues messages to these members' devices, in the transaction that marks the news as sent. */
export async function recordPush(
  tx: Transaction<Database>,
  userIds: readonly string[],
  { sellerId, kind, after, upTo, at }: News,
): Promise<void> {
  if (userIds.length === 0) return
  const devices = await tx
    .selectFrom('pushDevices')
    .select('id')
    .where('userId', 'in', userIds)
    .where(sql<boolean>`${kind} = any(kinds)`)
    .execute()
  if (devices.length === 0) return
  const news = { sellerId, kind, toldFrom: after, toldTo: upTo, at, nextAttemptAt: at }
  await tx
    .insertInto('pushMessages')
    .values(devices.map(({ id: deviceId }) => ({ id: newId(), deviceId, ...news })))
    .execute()
}

export type DueMessage = Awaited<ReturnType<typeof takeDue>>[number]

/** Claims due messages with their devices, until the time `until`. */
export async function takeDue(db: Kysely<Database>, now: Date, until: Date, limit: number) {
  return db
    .updateTable('pushMessages')
    .from('pushDevices')
    .set({ nextAttemptAt: until, attempts: sql`attempts + 1` })
    .whereRef('pushDevices.id', '=', 'pushMessages.deviceId')
    .where('pushMessages.id', '=', (where) => {
      const due = where
        .selectFrom('pushMessages')
        .select('id')
        .where('nextAttemptAt', '<=', now)
        .orderBy('nextAttemptAt')
        .limit(limit)
        .forUpdate()
        .skipLocked()
      // Read only once, because a query plan that repeated the subquery would claim more.
      return sql<string>`any(array(${due}))`
    })
    .returning([
      'pushMessages.id',
      'pushMessages.deviceId',
      'pushMessages.sellerId',
      'pushMessages.kind',
      'pushMessages.toldFrom',
      'pushMessages.toldTo',
      'pushMessages.at',
      'pushMessages.attempts',
      'pushDevices.endpoint',
      'pushDevices.p256dh',
      'pushDevices.auth',
      'pushDevices.showsBuyer',
    ])
    .execute()
}

export async function deleteMessage(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('pushMessages').where('id', '=', id).execute()
}

export async function delayMessage(db: Kysely<Database>, id: string, until: Date): Promise<void> {
  await db.updateTable('pushMessages').set({ nextAttemptAt: until }).where('id', '=', id).execute()
}

/** Deletes a device whose browser has unsubscribed, with its unsent messages. */
export async function deleteGoneDevice(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('pushDevices').where('id', '=', id).execute()
}

/**
 * A device in the member's data export, with its push service and kinds. Its keys are left out, because they are
 * useless elsewhere.
 */
export const exportedDevice = z.object({
  service: z.string(),
  kinds: z.array(z.enum(notificationKinds)),
  showsBuyer: z.boolean(),
  createdAt: z.iso.datetime(),
})

export function exportDevice({ endpoint, kinds, showsBuyer, createdAt }: DeviceRow) {
  return { service: new URL(endpoint).hostname, kinds, showsBuyer, createdAt: createdAt.toISOString() }
}
