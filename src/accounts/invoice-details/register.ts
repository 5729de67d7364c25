import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { lockSeller } from '#accounts/people/change-seller.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { givenColumns } from '#foundation/db/driver/given-columns.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { eraseBuyerDetails } from './buyer-details.ts'
import { invoiceDetailsContract } from './contract.ts'
import { eraseUnusedDetails, findSellerDetails, setSellerDetails } from './seller-details.ts'

export function registerInvoiceDetails(
  { serve, endAccount, eraseBuyers }: Registry,
  services: Services,
): void {
  serve(invoiceDetailsContract, invoiceDetailsHandlers(services))
  endAccount({ closeSeller: async ({ tx }, sellerId) => eraseUnusedDetails(tx, sellerId) })
  eraseBuyers(async (tx, { ids }) => eraseBuyerDetails(tx, ids))
}

function invoiceDetailsHandlers({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): Handlers<typeof invoiceDetailsContract> {
  return {
    async readSellerDetails({ caller }) {
      return findSellerDetails(db, caller.sellerId)
    },

    async saveSellerDetails({ caller, body }) {
      const { sellerId, userId } = caller
      const id = newId()
      const now = clock.now()
      await inTransaction(db, async (tx) => {
        await lockSeller(tx, sellerId)
        const before = await findSellerDetails(tx, sellerId)
        await setSellerDetails(tx, { ...before, ...givenColumns(body), id, sellerId, createdAt: now })
        const entry = { at: now, actorId: userId, action: 'seller.details', subjectId: id }
        await recordAudit(tx, { ...entry, sellerId })
      })
      log.info({ seller: sellerId, user: userId, details: id }, 'invoice details changed')
      return findSellerDetails(db, sellerId)
    },
  }
}
