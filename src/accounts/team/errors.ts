import { longDayText } from '#foundation/time/day-text.ts'
import { defineFailure } from '#foundation/failures/failure.ts'

/** The owner cannot be taken out of their shop, nor leave it. */
export class OwnerStays extends defineFailure(
  'owner_stays',
  409,
  'The owner cannot leave the team. Make somebody else the owner first.',
) {}

/** The link of a handover is used, over, or unknown: all the same to who holds it. */
export class HandoverOver extends defineFailure(
  'handover_over',
  410,
  'This link is no longer valid. If you did not hand your shop over, write to us.',
) {}

/** Whoever takes a shop back has begun to sell in another one since: a person is in one. */
export class ShopInUse extends defineFailure(
  'shop_in_use',
  409,
  'You have another shop that is in use, and can only own one. Write to us, and we will help.',
) {}

/** What cannot be undone waits until nobody can take the shop back. */
export class HandoverOpen extends defineFailure(
  'handover_open',
  409,
  (until: Date) =>
    `This shop was handed over to you, and can be taken back until ${longDayText(until.getTime())}. It cannot be closed before.`,
) {}
