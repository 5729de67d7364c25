import { found } from '#foundation/failures/failure.ts'
import { isId } from '#foundation/db/new-id.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { pageNumbers } from '#foundation/lists/pages.ts'
import { scopeOf } from '#foundation/lists/seller-scope.ts'
import type { Services } from '#registry/services.ts'
import type { recoveriesContract, RecoveryWire } from './contract.ts'
import { describeRecovery } from './describe-recovery.ts'
import { RecoveryOver } from './errors.ts'
import { sumRecoveries } from './measure/sum-recoveries.ts'
import { findRecovery, listRecoveries, makeDue, type RecoveryRow, stopBySeller } from './store.ts'

export function recoveriesHandlers(
  { db, clock, config, readReplica }: Pick<Services, 'db' | 'clock' | 'config' | 'readReplica'>,
  onDue: () => void,
): Handlers<typeof recoveriesContract> {
  const find = async ({ sellerId }: Caller, id: string): Promise<RecoveryRow> =>
    found(isId(id) ? await findRecovery(db, sellerId, id) : undefined)
  const answer = async (caller: Caller, id: string): Promise<RecoveryWire> =>
    describeRecovery(config, caller, await find(caller, id))

  return {
    async listRecoveries({ caller, query }) {
      const rows = await readReplica((from) => listRecoveries(from, scopeOf(caller, query), query))
      return pageNumbers(
        rows.map((row) => describeRecovery(config, caller, row)),
        query,
      )
    },

    async sumRecoveries({ caller: { sellerId }, query }) {
      const asked = { sellerId, from: new Date(query.from), to: new Date(query.to) }
      return readReplica((from) => sumRecoveries(from, asked, clock.now()))
    },

    async stopRecovery({ caller, params: { id } }) {
      const { state, reason } = await find(caller, id)
      const isStopped = state === 'stopped' && reason === 'stopped_by_seller'
      if (!isStopped && !(await stopBySeller(db, caller.sellerId, id))) throw new RecoveryOver()
      return answer(caller, id)
    },

    async sendRecovery({ caller, params: { id } }) {
      const { sent } = await find(caller, id)
      const isDue = await makeDue(db, { sellerId: caller.sellerId, id, now: clock.now() })
      if (!isDue && sent === 0) throw new RecoveryOver()
      onDue()
      return answer(caller, id)
    },
  }
}
