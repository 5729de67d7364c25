import { defineFailure } from '#foundation/failures/failure.ts'

/** The offer can no longer be accepted; nothing was charged for it. */
export class OfferOver extends defineFailure(
  'offer_over',
  410,
  'This offer has ended. You have not been charged.',
) {}

/** The buyer's time to undo is over, or there is nothing to refund. */
export class UndoOver extends defineFailure(
  'undo_over',
  409,
  'This can no longer be undone here. Please contact the seller.',
) {}
