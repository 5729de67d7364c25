import { defineFailure } from '#foundation/failures/failure.ts'
import { msg } from '#foundation/language/t.ts'

/** It was paid, stopped or mailed since the page was read. */
export class RecoveryOver extends defineFailure(
  'recovery_over',
  409,
  msg('No more emails are sent about this order. Reload the page to see why.'),
) {}
