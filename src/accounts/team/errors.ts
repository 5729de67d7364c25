import { msg } from '#foundation/language/t.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { defineFailure } from '#foundation/failures/failure.ts'

/** The owner can neither leave their shop nor be removed from it. */
export class OwnerStays extends defineFailure(
  'owner_stays',
  409,
  msg('The owner cannot leave the team. Transfer ownership first.'),
) {}

/** The link about a change of owner was used, has expired or is unknown. All of these look the same. */
export class HandoverOver extends defineFailure(
  'handover_over',
  410,
  msg('This link is no longer valid. If you did not transfer your shop, contact us.'),
) {}

/** A former owner has started selling in another shop since then, and a person can be in only one. */
export class ShopInUse extends defineFailure(
  'shop_in_use',
  409,
  msg('You already have another shop in use, and you can only own one. Contact us and we will help.'),
) {}

/** Irreversible changes wait until the former owner can no longer take the shop back. */
export class HandoverOpen extends defineFailure('handover_open', 409, (until: Date) =>
  msg(
    'This shop was transferred to you and can be taken back until {day}. You cannot close it before then.',
    { day: dayText(until.getTime()) },
  ),
) {}
