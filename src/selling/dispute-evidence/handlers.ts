import { recordSupportView } from '#accounts/audit/record-audit.ts'
import { isId, newId } from '#foundation/db/new-id.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { disputeEvidenceContract } from './contract.ts'
import { EvidenceRefused, EvidenceUnknown, NothingToProve } from './errors.ts'
import { evidenceLinks } from './link.ts'
import { findSaleEvidence, type SaleEvidence } from './store.ts'
import { suggestEvidence } from './suggest-evidence.ts'
import { OutcomeUnknown, ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { Evidence } from '#foundation/card-provider/evidence-fields.ts'
import { standingOf } from '#payments/disputes/dispute.ts'
import { recordDispute, recordDisputeByEvent } from '#payments/disputes/record-dispute.ts'

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

type Said = { readonly evidence: Evidence; readonly submit: boolean }

/** Says something against a dispute at the provider, and records how it stands then; answers that. */
async function sendEvidence(
  services: Services,
  { id, stripeAccountId }: Pick<SaleEvidence, 'id' | 'stripeAccountId'>,
  dispute: SaleEvidence['disputes'][number],
  said: Said,
): Promise<string> {
  const { provider, clock, log } = services
  if (!standingOf(dispute.status).isOpen) throw new EvidenceRefused()
  const readAt = clock.now()
  try {
    const changed = await provider.updateEvidence(stripeAccountId, dispute.id, said, newId())
    log.info({ purchase: id, dispute: dispute.id, submitted: said.submit }, 'evidence was given')
    await recordDispute(services, stripeAccountId, changed, readAt)
    return changed.status
  } catch (error) {
    if (error instanceof ProviderRefused) {
      // It may be decided, or answered elsewhere, without our having heard of it.
      await recordDisputeByEvent(services, stripeAccountId, dispute.id)
      throw new EvidenceRefused()
    }
    if (error instanceof OutcomeUnknown) throw new EvidenceUnknown()
    throw error
  }
}
