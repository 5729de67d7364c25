import { givenColumns } from '#foundation/db/driver/given-columns.ts'
import { may, type Caller } from '#foundation/http/contract/caller.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { noticesContract } from './contract.ts'
import type { noticeSettingsContract } from './settings-contract.ts'
import { kindsOpenTo } from './kinds.ts'
import { readSettings, saveSettings } from './save-settings.ts'
import { describeNotice } from './describe-notice.ts'
import { countUnread, keepSeen, listNotices } from './store.ts'

export function noticesHandlers(services: Services): Handlers<typeof noticesContract> {
  const { db } = services
  return {
    async listNotices({ caller }) {
      const kinds = kindsOf(caller)
      const [rows, unread] = await Promise.all([
        listNotices(db, caller.sellerId, kinds),
        countUnread(db, caller, kinds),
      ])
      return { notices: rows.map(describeNotice), unread }
    },

    async seeNotices({ caller, body }) {
      await keepSeen(db, caller, body.upTo)
      return { unread: await countUnread(db, caller, kindsOf(caller)) }
    },
  }
}

function kindsOf(caller: Caller) {
  return kindsOpenTo(may(caller, 'payouts', 'read'))
}

export function noticeSettingsHandlers(services: Services): Handlers<typeof noticeSettingsContract> {
  return {
    async readNoticeSettings({ caller }) {
      return found(await readSettings(services.db, caller.userId))
    },

    async saveNoticeSettings({ caller, body: { kinds = {}, zone, quiet } }) {
      const change = { kinds: givenColumns(kinds), zone, quiet }
      return found(await saveSettings(services, caller.userId, change))
    },
  }
}

/** Somebody may have been taken out of the team at this moment. */
function found<T>(settings: T | undefined): T {
  if (settings === undefined) throw new NotFound()
  return settings
}
