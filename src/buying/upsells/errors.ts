import { msg } from '#foundation/language/t.ts'
import { defineFailure } from '#foundation/failures/failure.ts'

export class OfferOver extends defineFailure(
  'offer_over',
  410,
  msg('This offer has ended. You have not been charged.'),
) {}

export class UndoOver extends defineFailure(
  'undo_over',
  409,
  msg('This can no longer be undone here. Please contact the seller.'),
) {}
