import { recordSupportView } from '#accounts/audit/record-support-view.ts'
import { isId } from '#foundation/db/new-id.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { disputeEvidenceContract } from './contract.ts'
import { NothingToProve } from './errors.ts'
import { evidenceLinks } from './link.ts'
import { sendEvidence } from './send-evidence.ts'
import { findSaleEvidence, type SaleEvidence } from './store.ts'
import { suggestEvidence } from './suggest-evidence.ts'

export function disputeEvidenceHandlers(services: Services): Handlers<typeof disputeEvidenceContract> {
  const { db, clock, config, provider } = services

  async function findPaid(sellerId: string, id: string): Promise<SaleEvidence> {
    const sale = isId(id) ? await findSaleEvidence(db, sellerId, id) : undefined
    if (sale === undefined) throw new NotFound()
    if (sale.paidAt === null) throw new NothingToProve()
    return sale
  }

  async function findDisputed(sellerId: string, params: { id: string; disputeId: string }) {
    const sale = await findPaid(sellerId, params.id)
    const dispute = sale.disputes.find(({ id }) => id === params.disputeId)
    if (dispute === undefined) throw new NotFound()
    return { sale, dispute }
  }

  return {
    async getProofLink({ caller, params }) {
      const { sellerId } = caller
      const { id } = await findPaid(sellerId, params.id)
      await recordSupportView(services, caller, 'sales.read', id)
      return { path: evidenceLinks.write(config.authSecret, caller, { id }, clock.now()) }
    },

    async suggestEvidence({ caller, params }) {
      const { sale, dispute } = await findDisputed(caller.sellerId, params)
      await recordSupportView(services, caller, 'sales.read', sale.id)
      // What somebody has drafted at the provider is not written over.
      const drafted = await provider.retrieveEvidence(sale.stripeAccountId, dispute.id)
      return { ...suggestEvidence(sale, clock.now()), ...drafted }
    },

    async sendEvidence({ caller: { sellerId }, params, body }) {
      const { sale, dispute } = await findDisputed(sellerId, params)
      return { status: await sendEvidence(services, sale, dispute, body) }
    },
  }
}
