import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { line, number, requiredLine, uuid, webAddress } from '#foundation/http/input/fields.ts'
import { translatedTexts } from '#foundation/http/input/translated-texts.ts'
import { messages } from '#foundation/http/contract/messages.ts'

/** The time zones for timers, with their labels. */
export const timezones = [
  { zone: 'America/Detroit', label: 'Washington DC' },
  { zone: 'America/Chicago', label: 'Chicago' },
  { zone: 'America/Denver', label: 'Denver' },
  { zone: 'America/Phoenix', label: 'Phoenix' },
  { zone: 'America/Los_Angeles', label: 'Los Angeles' },
  { zone: 'America/Anchorage', label: 'Anchorage' },
  { zone: 'Pacific/Honolulu', label: 'Honolulu' },
] as const

const timeRange = () => t('Choose a time between the years 1970 and 2100')

const zones = timezones.map(({ zone }) => zone)

/**
 * A form's timer. `timestamp` is the expiry in milliseconds, `amount` is the form's new price after it in major units
 * (0 or null changes nothing), and `redirectUrl` is where buyers are sent when it expires. A `priceId` means that it
 * changes only that price, and the others stay on sale.
 */
export const timer = z
  .object({
    title: requiredLine(200),
    timestamp: number
      // An unsafe integer is also out of range.
      .int({ error: ({ code }) => (code === 'too_big' || code === 'too_small' ? timeRange() : undefined) })
      .min(0, { error: timeRange })
      .max(Date.UTC(2100, 11, 31, 23, 59, 59, 999), { error: timeRange }),
    timezone: z.enum(zones, { error: messages.choice }).nullable().default(null),
    amount: z
      .number({ error: messages.number })
      .min(0, { error: () => t('amount must be positive value') })
      .nullable()
      .default(null),
    redirectUrl: z
      .union([z.literal('').transform(() => null), webAddress])
      .nullable()
      .default(null),
    /**
     * Null for all prices; the amount is then for the first. If left out, it is the price of the stored timer with this
     * title and time.
     */
    priceId: uuid.nullable().optional(),
    texts: translatedTexts({ title: line(200) })
      .unwrap()
      .optional()
      .describe(
        'The title in further languages. If left out, the translations of the stored timer with this title and time',
      ),
  })
  .refine(({ priceId, redirectUrl }) => redirectUrl === null || (priceId ?? null) === null, {
    error: () => t('A timer for one price cannot redirect, because other prices are still for sale'),
    path: ['redirectUrl'],
  })
export type Timer = z.output<typeof timer>
