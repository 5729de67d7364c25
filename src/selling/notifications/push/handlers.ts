import { msg } from '#foundation/language/t.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { isId } from '#foundation/db/new-id.ts'
import { defineFailure, NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { pushContract, PushDevice } from './contract.ts'
import { deleteDevice, type DeviceRow, listDevices, storeDevice } from './store.ts'

const mostDevices = 20

/** The default kinds for a new device: rare events and good news. */
const usualKinds = [
  'sale',
  'refund_failed',
  'dispute',
  'withdrawal',
  'renewal_failed',
  'payment_returned',
  'payout_failed',
] as const

export function pushHandlers({
  db,
  clock,
  log,
  config,
}: Pick<Services, 'db' | 'clock' | 'log' | 'config'>): Handlers<typeof pushContract> {
  return {
    async readPush({ caller }) {
      const devices = (await listDevices(db, caller.userId)).map(describe)
      return { publicKey: config.push?.publicKey ?? null, usualKinds: [...usualKinds], devices }
    },

    async saveDevice({ caller, body: { endpoint, keys, kinds, showsBuyer } }) {
      if (config.push === undefined) throw new PushIsOff()
      const { userId, sessionId } = caller
      const known = await listDevices(db, userId)
      if (known.length >= mostDevices && known.every((one) => one.endpoint !== endpoint))
        throw new TooManyDevices()
      const createdAt = clock.now()
      const chosen = [...new Set(kinds)]
      const device = { userId, sessionId, endpoint, ...keys, kinds: chosen, showsBuyer, createdAt }
      const row = await inTransaction(db, (tx) => storeDevice(tx, device))
      log.info({ user: userId, device: row.id, kinds: chosen, showsBuyer }, 'push chosen')
      return describe(row)
    },

    async removeDevice({ caller, params: { id } }) {
      if (!isId(id) || !(await deleteDevice(db, caller.userId, id))) throw new NotFound()
      return {}
    },
  }
}

function describe({ id, kinds, showsBuyer, createdAt }: DeviceRow): PushDevice {
  return { id, kinds, showsBuyer, createdAt: createdAt.toISOString() }
}

class PushIsOff extends defineFailure(
  'push_is_off',
  409,
  msg('Push notifications are not set up on this server'),
) {}

class TooManyDevices extends defineFailure(
  'too_many_devices',
  409,
  msg('Device limit reached. Turn off another device first.'),
) {}
