import { defineFailure } from '#foundation/failures/failure.ts'
import { msg } from '#foundation/language/t.ts'

/** Since the page was loaded, the order was paid, its emails were stopped, or an email was sent. */
export class RecoveryOver extends defineFailure(
  'recovery_over',
  409,
  msg('No more emails are sent about this order. Reload the page to see why.'),
) {}
