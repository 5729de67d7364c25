import { z } from 'zod'
import { calendarDay, currencyCode, number, requiredLine, uuid } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { zone } from '#foundation/http/input/zone.ts'
import { t } from '#foundation/language/t.ts'

const longestTag = 50
/** The tag is normalized, so that composed and decomposed accents make the same tag. */
export const tag = requiredLine(longestTag).normalize('NFC')

/**
 * A filter of a seller's customers. Every condition must match.
 * - `bought`, `notBought`: a form they have paid for, or have not
 * - `subscription`: they have a subscription that will renew
 * - `over`: their payments in `currency` minus refunds and disputes exceed this; in major units. The currency defaults
 *   to the shop's only one
 * - `since`: they have paid on this day of `zone` or later
 */
export const customerFilter = z.object({
  tag: tag.optional(),
  bought: uuid.optional(),
  notBought: uuid.optional(),
  subscription: z.enum(['active'], { error: messages.choice }).optional(),
  over: z.coerce.number({ error: messages.number }).pipe(number.min(0)).optional(),
  currency: currencyCode.optional(),
  since: calendarDay(() => t('This field must be a date')).optional(),
  zone: zone.default('UTC'),
})
export type CustomerFilter = z.output<typeof customerFilter>
