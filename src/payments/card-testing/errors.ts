import { defineFailure } from '#foundation/failures/failure.ts'

/** Stolen cards are tried out on the form, and the request does not come from its page. Nothing was charged. */
export class QuoteNeeded extends defineFailure(
  'quote_needed',
  428,
  'This form can only be paid on its own page at the moment. You have not been charged.',
) {}
