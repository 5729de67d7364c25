import { defineFailure } from '#foundation/failures/failure.ts'

/** There is no connected account yet, or it has been disconnected. */
export class NoAccount extends defineFailure(
  'no_account',
  409,
  'Connect your Stripe account first. Its payouts appear here.',
) {}
