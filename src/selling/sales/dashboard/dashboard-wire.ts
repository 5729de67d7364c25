import { z } from 'zod'
import { messages } from '#foundation/http/contract/messages.ts'
import { zone } from '#foundation/http/input/zone.ts'

export const ranges = ['today', '7d', '30d', '90d', '12m'] as const
export type Range = (typeof ranges)[number]

export const dashboardQuery = z.object({
  range: z.enum(ranges, { error: messages.choice }).default('30d'),
  zone: zone.default('UTC'),
})

/**
 * What was earned in one currency, in its minor units. Amounts of different currencies are never added.
 * - `gross`: what buyers paid, tax included, for purchases that were paid in the time: orders, offers and renewals,
 *   whatever became of them later.
 * - `refunds`: what was given back in the time, whenever it had been paid. An offer that its buyer undid is one of them.
 *   A refund that is not through yet, or that failed, is none.
 * - `disputes`: what buyers' banks took back with disputes that began in the time. One that is won, or in which the bank
 *   only asks, takes nothing.
 * - `net`: gross − refunds − disputes. The provider's own fees are not known here and not taken off
 *   (`payouts/fees` reads them at the provider).
 * - `tax`: the tax within net: that within gross, less that within refunds and disputes.
 * - `purchases`: how many were paid, free ones included: `orders` + `offers` + `renewals`.
 * - `average`: gross ÷ purchases, rounded half up to the smallest unit; null without a purchase.
 */
const money = z.object({
  gross: z.number().int(),
  refunds: z.number().int(),
  disputes: z.number().int(),
  net: z.number().int(),
  tax: z.number().int(),
  purchases: z.number().int(),
  orders: z.number().int(),
  offers: z.number().int(),
  renewals: z.number().int(),
  average: z.number().int().nullable(),
})
export type Money = z.output<typeof money>

/**
 * What rates are made of, in all currencies together.
 * - `views`: how often payment pages were shown; reloads and the seller's own visits count, known programs do not.
 * - `orders`: how many orders were paid, so that conversion is orders ÷ views. Offers and renewals need no view.
 * - `bumpsOffered`, `bumpsTaken`: for each order that was paid, each bump that its page offered, and of these the ones
 *   that it holds.
 * - `offersShown`, `offersTaken`: each one-time offer that was shown after a payment, and of these the ones that were
 *   paid. One that its buyer undid is not taken; one that the seller refunded later is.
 */
const activity = z.object({
  views: z.number().int(),
  orders: z.number().int(),
  bumpsOffered: z.number().int(),
  bumpsTaken: z.number().int(),
  offersShown: z.number().int(),
  offersTaken: z.number().int(),
})
export type Activity = z.output<typeof activity>

/** A bump or a one-time offer: how many buyers could take it, and how many did. */
const taken = z.object({
  id: z.string(),
  title: z.string(),
  offered: z.number().int(),
  taken: z.number().int(),
})
export type Taken = z.output<typeof taken>

/**
 * Recurring prices: `active` is how many go on at this moment, `pastDue` how many beside these wait for a payment that was
 * declined; `started` and `ended` are those that had their first full payment, or came to their end, in the time. `trialing` are those of `active` in their trial; `trialsStarted`,
 * `trialsConverted` (to their first full payment) and `paidEarly` (plans whose rest was paid at once) are of the time.
 */
const subscriptions = z.object({
  active: z.number().int(),
  pastDue: z.number().int(),
  trialing: z.number().int(),
  trialsStarted: z.number().int(),
  trialsConverted: z.number().int(),
  paidEarly: z.number().int(),
  started: z.number().int(),
  ended: z.number().int(),
  previousStarted: z.number().int(),
  previousEnded: z.number().int(),
})

const grossByCurrency = z.array(z.object({ currency: z.string(), total: z.number().int() }))

/**
 * A seller's numbers of a span of whole hours, days or months by their own clock, up to now, and of the span of the same
 * length before it, up to the same time of day. Lists of numbers have one for each of `steps`, the instants (ISO) at
 * which the hours, days or months begin.
 */
export const dashboard = z.object({
  from: z.string(),
  /** The present moment: what of the last hours, days or months lies ahead is empty. */
  to: z.string(),
  previousFrom: z.string(),
  previousTo: z.string(),
  unit: z.enum(['hour', 'day', 'month']),
  steps: z.array(z.string()),
  /** The currency with the most purchases first. */
  currencies: z.array(
    z.object({
      currency: z.string(),
      current: money,
      previous: money,
      net: z.array(z.number().int()),
      /** How many of the purchases that were paid in the time have been refunded in part, by now. */
      partlyRefunded: z.number().int(),
    }),
  ),
  activity: z.object({ current: activity, previous: activity, series: z.array(activity) }),
  /** The ten with the most orders, then views; `gross` as above, by currency. */
  forms: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      views: z.number().int(),
      orders: z.number().int(),
      gross: grossByCurrency,
      /**
       * What of it each price was sold for, the one with the most orders first; left out where it was one. `name` is null
       * where the price was removed.
       */
      prices: z
        .array(
          z.object({
            id: z.string(),
            name: z.string().nullable(),
            orders: z.number().int(),
            gross: grossByCurrency,
          }),
        )
        .optional(),
    }),
  ),
  /** The ten that were offered most. */
  bumps: z.array(taken),
  offers: z.array(taken),
  subscriptions,
})
export type Dashboard = z.output<typeof dashboard>
