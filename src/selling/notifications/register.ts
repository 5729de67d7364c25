import { z } from 'zod'
import type { RenderPlainPage } from '#foundation/http/pages/plain-page.ts'
import { prunedEvery } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { registerLive } from './live/register-live.ts'
import { collectNotifications, pruneNotifications } from './collect-notifications.ts'
import { notificationsContract } from './contract.ts'
import { notificationsHandlers, notificationSettingsHandlers } from './handlers.ts'
import { registerUnsubscribing } from './letters/register-unsubscribing.ts'
import { pushContract } from './push/contract.ts'
import { pushHandlers } from './push/handlers.ts'
import { sendPushes } from './push/send-pushes.ts'
import { listDevices, exportDevice, exportedDevice } from './push/store.ts'
import { endQuiet } from './letters/quiet-hours.ts'
import { readSettings } from './save-settings.ts'
import { notificationSettings, notificationSettingsContract } from './settings-contract.ts'
import { sendLetters } from './letters/send-letters.ts'
import { deleteReader } from './store.ts'
import { notifyAtOnce } from './notify-at-once.ts'
import { writeLetter, writeQuietLetter } from './letters/write-letter.ts'
import { writeNotification } from './write-notification.ts'

/** How often news is collected, in milliseconds. Open pages show it within two or three seconds. */
const collectedEvery = 2_000

/** Notifications for a seller's members. */
export function registerNotifications(
  { server, authorize, serve, work, writeMails, endAccount, exportAccount }: Registry,
  services: Services,
  renderPage: RenderPlainPage,
): void {
  const { db, config } = services
  serve(notificationsContract, notificationsHandlers(services))
  serve(notificationSettingsContract, notificationSettingsHandlers(services))
  serve(pushContract, pushHandlers(services))
  registerUnsubscribing(server, services, renderPage)
  registerLive(server, authorize, services)
  work('notices', collectedEvery, () => notifyOfNews(services))
  const { push } = config
  if (push !== undefined) work('push', collectedEvery, () => sendPushes(services, push))
  work('old notices', prunedEvery, () => pruneNotifications(services))
  writeMails({
    notice: async ({ userId, data }) => writeNotification(db, config, z.string().parse(userId), data),
    daily_letter: async ({ userId, data }) => writeLetter(db, config, z.string().parse(userId), data),
    quiet_letter: async ({ userId, data }) => writeQuietLetter(db, config, z.string().parse(userId), data),
  })
  endAccount({ eraseUser: async ({ tx }, userId) => deleteReader(tx, userId) })
  exportAccount({
    name: 'notifications',
    entity: null,
    schema: notificationSettings.nullable(),
    read: async (anyDb, _sellerId, { userId }) => (await readSettings(anyDb, userId)) ?? null,
  })
  exportAccount({
    name: 'pushDevices',
    entity: null,
    schema: z.array(exportedDevice),
    read: async (anyDb, _sellerId, { userId }) => (await listDevices(anyDb, userId)).map(exportDevice),
  })
}

/** Collects notifications and sends what is due. Returns how many sends were due. */
export async function notifyOfNews(services: Services): Promise<number> {
  let told = 0
  const failures: unknown[] = []
  for (const step of [collectNotifications, endQuiet, notifyAtOnce, sendLetters]) {
    // A failing step does not stop the others.
    try {
      told += (await step(services)) ?? 0
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures)
  return told
}
