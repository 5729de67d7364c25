import { defineFailure } from '#foundation/failures/failure.ts'

export class NotPaid extends defineFailure(
  'not_paid',
  409,
  'This purchase was not paid, so it has no receipt.',
) {}

export class BuyerErased extends defineFailure(
  'buyer_erased',
  409,
  'Who bought this has been erased, so there is no address to send the receipt to.',
) {}
