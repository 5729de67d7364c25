import { defineFailure } from '#foundation/failures/failure.ts'

export class AccountNotConnected extends defineFailure(
  'account_not_connected',
  409,
  'Connect your Stripe account first',
) {}

export class TooManyDomains extends defineFailure(
  'too_many_domains',
  409,
  'No more sites can be registered',
) {}
