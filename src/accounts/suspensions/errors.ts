import { defineFailure } from '#foundation/failures/failure.ts'

export class AlreadySuspended extends defineFailure(
  'already_suspended',
  409,
  'This seller is suspended already. Lift the suspension first to give another reason.',
) {}
