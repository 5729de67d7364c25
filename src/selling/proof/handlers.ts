import { isId } from '#foundation/db/new-id.ts'
import { NotFound } from '#foundation/http/errors.ts'
import type { Handlers } from '#foundation/http/routes.ts'
import type { Services } from '#foundation/services.ts'
import type { proofContract } from './contract.ts'
import { NothingToProve } from './errors.ts'
import { proofLinks } from './link.ts'
import { findProof, type Proof } from './store.ts'

export function proofHandlers({ db, clock, config }: Services): Handlers<typeof proofContract> {
  async function findPaid(sellerId: string, id: string): Promise<Proof> {
    const proof = isId(id) ? await findProof(db, sellerId, id) : undefined
    if (proof === undefined) throw new NotFound()
    if (proof.paidAt === null) throw new NothingToProve()
    return proof
  }

  return {
    async getProofLink({ caller: { sellerId }, params }) {
      const { id } = await findPaid(sellerId, params.id)
      return { path: proofLinks.write(config.authSecret, sellerId, { id }, clock.now()) }
    },
  }
}
