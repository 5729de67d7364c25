import { defineFailure } from '#foundation/failures/failure.ts'
import { msg } from '#foundation/language/t.ts'

/** The order was paid or stopped, or an email was sent, since the page was loaded. */
export class RecoveryOver extends defineFailure(
  'recovery_over',
  409,
  msg('No more emails are sent about this order. Reload the page to see why.'),
) {}
