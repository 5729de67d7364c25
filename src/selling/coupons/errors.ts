import { defineFailure } from '#foundation/failures/failure.ts'

/** Another coupon of the shop has this code. */
export class CodeTaken extends defineFailure(
  'code_taken',
  409,
  (taken: string) => `${taken} is already a code of your shop`,
  { field: 'code' },
) {}
