import { Failure } from '#foundation/failures/failure.ts'

export class NothingToProve extends Failure {
  readonly status = 409
  readonly code = 'not_paid'

  constructor() {
    super('This purchase was not paid, so there is nothing to prove.')
  }
}

/** The provider takes no evidence for the dispute, or not this. */
export class EvidenceRefused extends Failure {
  readonly status = 409
  readonly code = 'evidence_refused'

  constructor() {
    super(
      'Stripe does not take this evidence: it was sent already, the time for it is over, or it is too long. Reload the page to see how the dispute stands.',
    )
  }
}

export class EvidenceUnknown extends Failure {
  readonly status = 503
  readonly code = 'evidence_unknown'

  constructor() {
    super(
      'Stripe did not answer, so it is not known whether it has the evidence. Reload the page in a minute.',
    )
  }
}
