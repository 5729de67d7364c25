import { noteLook } from '#accounts/audit/note-look.ts'
import { isId } from '#foundation/db/new-id.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { proofContract } from './contract.ts'
import { NothingToProve } from './errors.ts'
import { proofLinks } from './link.ts'
import { sendEvidence } from './send-evidence.ts'
import { findProof, type Proof } from './store.ts'
import { suggestEvidence } from './suggest-evidence.ts'

export function proofHandlers(services: Services): Handlers<typeof proofContract> {
  const { db, clock, config, provider } = services

  async function findPaid(sellerId: string, id: string): Promise<Proof> {
    const proof = isId(id) ? await findProof(db, sellerId, id) : undefined
    if (proof === undefined) throw new NotFound()
    if (proof.paidAt === null) throw new NothingToProve()
    return proof
  }

  async function findDisputed(sellerId: string, params: { id: string; disputeId: string }) {
    const proof = await findPaid(sellerId, params.id)
    const dispute = proof.disputes.find(({ id }) => id === params.disputeId)
    if (dispute === undefined) throw new NotFound()
    return { proof, dispute }
  }

  return {
    async getProofLink({ caller, params }) {
      const { sellerId } = caller
      const { id } = await findPaid(sellerId, params.id)
      await noteLook(services, caller, 'sales.read', id)
      return { path: proofLinks.write(config.authSecret, caller, { id }, clock.now()) }
    },

    async suggestEvidence({ caller, params }) {
      const { proof, dispute } = await findDisputed(caller.sellerId, params)
      await noteLook(services, caller, 'sales.read', proof.id)
      // What somebody has drafted at the provider is not written over.
      const drafted = await provider.retrieveEvidence(proof.stripeAccountId, dispute.id)
      return { ...suggestEvidence(proof, clock.now()), ...drafted }
    },

    async sendEvidence({ caller: { sellerId }, params, body }) {
      const { proof, dispute } = await findDisputed(sellerId, params)
      return { status: await sendEvidence(services, proof, dispute, body) }
    },
  }
}
