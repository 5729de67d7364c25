import { recordAudit } from '#accounts/audit/record-audit.ts'
import { lockSeller, setPolicy } from '#accounts/people/change-seller.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { isId, newId } from '#foundation/db/new-id.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import { recordDelivery } from '#payments/purchases/records/record-performance.ts'
import type { consumerLawContract } from './contract.ts'
import { insertPolicy, readPolicy } from './store.ts'

export function consumerLawHandlers({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): Handlers<typeof consumerLawContract> {
  return {
    async readPolicy({ caller }) {
      return readPolicy(db, caller.sellerId)
    },

    async savePolicy({ caller, body }) {
      const { sellerId, userId } = caller
      const id = newId()
      const now = clock.now()
      await inTransaction(db, async (tx) => {
        await lockSeller(tx, sellerId)
        await insertPolicy(tx, { ...body, id, sellerId, createdAt: now })
        await setPolicy(tx, sellerId, id)
        await recordAudit(tx, { at: now, actorId: userId, action: 'seller.policy', subjectId: id, sellerId })
      })
      log.info({ seller: sellerId, user: userId, policy: id }, 'policy changed')
      return readPolicy(db, sellerId)
    },

    async saveDelivery({ caller, params, body }) {
      const { deliveredOn } = body
      const isOwn = isId(params.id) && (await recordDelivery(db, caller.sellerId, params.id, deliveredOn))
      if (!isOwn) throw new NotFound()
      log.info({ seller: caller.sellerId, purchase: params.id, deliveredOn }, 'delivery noted')
      return { deliveredOn }
    },
  }
}
