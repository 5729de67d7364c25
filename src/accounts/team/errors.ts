import { msg } from '#foundation/language/t.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { defineFailure } from '#foundation/failures/failure.ts'

/** The owner can neither be removed from their shop nor leave it. */
export class OwnerStays extends defineFailure(
  'owner_stays',
  409,
  msg('The owner cannot leave the team. Transfer ownership first.'),
) {}

/** A handover's link was used, has expired or is unknown, which look the same. */
export class HandoverOver extends defineFailure(
  'handover_over',
  410,
  msg('This link is no longer valid. If you did not transfer your shop, contact us.'),
) {}

/** A former owner has since started selling in another shop: a person can be in only one. */
export class ShopInUse extends defineFailure(
  'shop_in_use',
  409,
  msg('You already have another shop in use, and you can only own one. Contact us and we will help.'),
) {}

/** Irreversible changes wait until the shop can no longer be taken back. */
export class HandoverOpen extends defineFailure('handover_open', 409, (until: Date) =>
  msg(
    'This shop was transferred to you and can be taken back until {day}. You cannot close it before then.',
    { day: dayText(until.getTime()) },
  ),
) {}
