import { z } from 'zod'
import { calendarDay, currencyCode, number, requiredLine, uuid } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { zone } from '#foundation/http/input/zone.ts'

const longestTag = 50
/** However its accents are put together, it is the same tag. */
export const tag = requiredLine(longestTag).normalize('NFC')

/**
 * Which of a seller's customers: all of these hold.
 * - `bought`, `notBought`: a form that they have paid, or have not
 * - `subscription`: a recurring price of theirs goes on
 * - `over`: what they paid in `currency`, less what went back, is more; in major units. Where all forms of
 *   the shop have one currency, that is the one
 * - `since`: they have paid something on this day of `zone`, or later
 */
export const customerFilter = z.object({
  tag: tag.optional(),
  bought: uuid.optional(),
  notBought: uuid.optional(),
  subscription: z.enum(['active'], { error: messages.choice }).optional(),
  over: z.coerce.number({ error: messages.number }).pipe(number.min(0)).optional(),
  currency: currencyCode.optional(),
  since: calendarDay('This field must be a date').optional(),
  zone: zone.default('UTC'),
})
export type CustomerFilter = z.output<typeof customerFilter>
