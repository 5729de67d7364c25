import { defineFailure } from '#foundation/failures/failure.ts'

export class TooManyViews extends defineFailure(
  'too_many_views',
  409,
  'You have 50 saved views. Delete one first.',
) {}
