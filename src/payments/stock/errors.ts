import { defineFailure, Failure } from '#foundation/failures/failure.ts'

/** Nothing is left to buy; nothing was charged. */
export class SoldOut extends defineFailure(
  'sold_out',
  410,
  'Somebody else was faster: this is sold out. You have not been charged.',
) {}

/** Fewer are left than somebody wanted; nothing was charged. `details.quote`, where there is one, is the present price. */
export class FewerLeft extends Failure {
  readonly status = 409
  readonly code = 'fewer_left'
  readonly left: number
  override readonly details: { readonly left: number; readonly quote?: unknown }

  constructor(left: number, quote?: unknown) {
    super(left === 1 ? 'Only one is left.' : `Only ${left} are left.`)
    this.left = left
    this.details = { left, ...(quote !== undefined && { quote }) }
  }
}
