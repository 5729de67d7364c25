import { recordAudit } from '#accounts/audit/record-audit.ts'
import { lockSeller, setPolicy } from '#accounts/people/change-seller.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import { InvalidFields, NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { t } from '#foundation/language/t.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import type { Services } from '#registry/services.ts'
import { recordDelivery } from '#payments/purchases/records/record-performance.ts'
import type { consumerLawContract } from './contract.ts'
import { deliveryDays } from './delivery-days.ts'
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
      const sale = await findPurchaseById(db, params.id)
      if (sale?.sellerId !== caller.sellerId) throw new NotFound()
      const problem = deliveredOn === null ? null : deliveryProblem(deliveredOn, sale.createdAt, clock.now())
      if (problem !== null) throw new InvalidFields({ deliveredOn: problem })
      if (!(await recordDelivery(db, caller.sellerId, params.id, deliveredOn))) throw new NotFound()
      log.info({ seller: caller.sellerId, purchase: params.id, deliveredOn }, 'delivery noted')
      return { deliveredOn }
    },
  }
}

function deliveryProblem(day: string, soldAt: Date, now: Date): string | null {
  const { first, last } = deliveryDays(soldAt.getTime(), now.getTime())
  if (day < first) return t('Enter the day of the sale or a later one')
  return day > last ? t('Enter today or an earlier day') : null
}
