import { givenColumns } from '#foundation/db/driver/given-columns.ts'
import { found } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { notificationsContract } from './contract.ts'
import type { notificationSettingsContract } from './settings-contract.ts'
import { bellKindsOf } from './kinds.ts'
import { readSettings, saveSettings } from './save-settings.ts'
import { describeNotification } from './describe-notification.ts'
import { countUnread, markSeen, listNotifications } from './store.ts'

export function notificationsHandlers(services: Services): Handlers<typeof notificationsContract> {
  const { db } = services
  return {
    async listNotices({ caller }) {
      const kinds = bellKindsOf(caller)
      const [rows, unread] = await Promise.all([
        listNotifications(db, caller.sellerId, kinds),
        countUnread(db, caller, kinds),
      ])
      return { notices: rows.map(describeNotification), unread }
    },

    async seeNotices({ caller, body }) {
      await markSeen(db, caller, body.upTo)
      return { unread: await countUnread(db, caller, bellKindsOf(caller)) }
    },
  }
}

export function notificationSettingsHandlers(
  services: Services,
): Handlers<typeof notificationSettingsContract> {
  return {
    async readNoticeSettings({ caller }) {
      // The member may have been removed from the team just now.
      return found(await readSettings(services.db, caller.userId))
    },

    async saveNoticeSettings({ caller, body: { kinds = {}, zone, quiet } }) {
      const change = { kinds: givenColumns(kinds), zone, quiet }
      return found(await saveSettings(services, caller.userId, change))
    },
  }
}
