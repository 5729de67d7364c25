import { OutcomeUnknown, ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { Evidence } from '#foundation/card-provider/evidence-fields.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Services } from '#registry/services.ts'
import { standingOf } from '#payments/disputes/dispute.ts'
import { recordDispute, recordDisputeByEvent } from '#payments/disputes/record-dispute.ts'
import { EvidenceRefused, EvidenceUnknown } from './errors.ts'
import type { SaleEvidence } from './store.ts'

type Said = { readonly evidence: Evidence; readonly submit: boolean }

/** Says something against a dispute at the provider, and records how it stands then; answers that. */
export async function sendEvidence(
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
