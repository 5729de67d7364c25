import { longDayText } from '#foundation/time/day-text.ts'
import { Failure } from '#foundation/failures/failure.ts'

/** The owner cannot be taken out of their shop, nor leave it. */
export class OwnerStays extends Failure {
  readonly status = 409
  readonly code = 'owner_stays'

  constructor() {
    super('The owner cannot leave the team. Make somebody else the owner first.')
  }
}

/** The link of a handover is used, over, or unknown: all the same to who holds it. */
export class HandoverOver extends Failure {
  readonly status = 410
  readonly code = 'handover_over'

  constructor() {
    super('This link is no longer valid. If you did not hand your shop over, write to us.')
  }
}

/** Whoever takes a shop back has begun to sell in another one since: a person is in one. */
export class ShopInUse extends Failure {
  readonly status = 409
  readonly code = 'shop_in_use'

  constructor() {
    super('You have another shop that is in use, and can only own one. Write to us, and we will help.')
  }
}

/** What cannot be undone waits until nobody can take the shop back. */
export class HandoverOpen extends Failure {
  readonly status = 409
  readonly code = 'handover_open'

  constructor(until: Date) {
    super(
      `This shop was handed over to you, and can be taken back until ${longDayText(until.getTime())}. It cannot be closed before.`,
    )
  }
}
