import { msg, t } from '#foundation/language/t.ts'
import { defineFailure, Failure } from '#foundation/failures/failure.ts'

export class SoldOut extends defineFailure(
  'sold_out',
  410,
  msg('This just sold out. You have not been charged.'),
) {}

/**
 * Fewer items are left than the buyer wants. Nothing was charged. `details.quote`, if present, is the current
 * price.
 */
export class FewerLeft extends Failure {
  readonly status = 409
  readonly code = 'fewer_left'
  readonly left: number
  override readonly details: { readonly left: number; readonly quote?: unknown }

  constructor(left: number, quote?: unknown) {
    super(t('Only {left} left.', { left }))
    this.left = left
    this.details = { left, ...(quote !== undefined && { quote }) }
  }
}
