import { defineFailure } from '#foundation/failures/failure.ts'

/** Somebody else has replaced it meanwhile. */
export class AlreadyReplaced extends defineFailure(
  'already_replaced',
  409,
  'This file has been replaced meanwhile. Load the page again.',
) {}

/** A new version is a file of its own. */
export class SoldAlready extends defineFailure(
  'sold_already',
  409,
  'This file is sold already. Upload the new version by itself.',
) {}
