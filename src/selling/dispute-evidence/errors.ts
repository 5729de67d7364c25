import { defineFailure } from '#foundation/failures/failure.ts'

export class NothingToProve extends defineFailure(
  'not_paid',
  409,
  'This purchase was not paid, so there is nothing to prove.',
) {}

/** The provider takes no evidence for the dispute, or not this. */
export class EvidenceRefused extends defineFailure(
  'evidence_refused',
  409,
  'Stripe does not take this evidence: it was sent already, the time for it is over, or it is too long. Reload the page to see how the dispute stands.',
) {}

export class EvidenceUnknown extends defineFailure(
  'evidence_unknown',
  503,
  'Stripe did not answer, so it is not known whether it has the evidence. Reload the page in a minute.',
) {}
