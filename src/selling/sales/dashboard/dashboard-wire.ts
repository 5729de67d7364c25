import { z } from 'zod'
import { cancelReasons } from '#foundation/db/tables/subscriptions.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { zone } from '#foundation/http/input/zone.ts'

export const ranges = ['today', '7d', '30d', '90d', '12m'] as const
export type Range = (typeof ranges)[number]

export const dashboardQuery = z.object({
  range: z.enum(ranges, { error: messages.choice }).default('30d'),
  zone: zone.default('UTC'),
  /** Only this form's numbers. */
  form: uuid.optional(),
})

/**
 * Revenue in one currency, in its minor units. Amounts of different currencies are never added.
 * - `gross`: payments of the period, tax included: orders, offers and renewals, even if refunded later.
 * - `refunds`: refunds made in the period, for payments of any time, undone offers included. Pending and failed refunds
 *   do not count.
 * - `disputes`: amounts reversed by disputes that began in the period, without inquiries and disputes that were won.
 * - `net`: gross − refunds − disputes, before the provider's fees, which are not known here (`payouts/fees` reads
 *   them).
 * - `tax`: the tax within net: the tax within gross minus that within refunds and disputes.
 * - `purchases`: the number paid, free ones included: `orders` + `offers` + `renewals`.
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
 * The counts behind the rates, for all currencies together.
 * - `views`: page views of payment pages; reloads and the seller's own visits count, known bots do not.
 * - `orders`: paid orders; conversion is orders ÷ views. Offers and renewals need no view.
 * - `bumpsOffered`, `bumpsTaken`: the bumps offered on the pages of paid orders, and those that were added.
 * - `offersShown`, `offersTaken`: the one-time offers shown after a payment, and those that were paid. An offer undone
 *   by the buyer does not count as taken, but one refunded later by the seller does.
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

/** How often a bump or one-time offer was offered and taken. */
const taken = z.object({
  id: z.string(),
  title: z.string(),
  offered: z.number().int(),
  taken: z.number().int(),
})
export type Taken = z.output<typeof taken>

/**
 * Each subscription is now in one of five states: `active`, `trialing` and `paused` ones renew, `canceling` ones run
 * until the end of their trial or paid time, and `pastDue` ones have a declined payment. `started` (first full payment),
 * `ended`, `trialsStarted`, `trialsConverted`, `paidEarly` (early payoffs) and `left` count events of the period.
 */
const subscriptions = z.object({
  active: z.number().int(),
  pastDue: z.number().int(),
  trialing: z.number().int(),
  paused: z.number().int(),
  canceling: z.number().int(),
  trialsStarted: z.number().int(),
  trialsConverted: z.number().int(),
  paidEarly: z.number().int(),
  /** The reasons that buyers gave for canceling, most common first. */
  left: z.array(z.object({ reason: z.enum(cancelReasons), count: z.number().int() })),
  started: z.number().int(),
  ended: z.number().int(),
  previousStarted: z.number().int(),
  previousEnded: z.number().int(),
})

const grossByCurrency = z.array(z.object({ currency: z.string(), total: z.number().int() }))

/**
 * A seller's numbers for a period of whole hours, days or months in a time zone, up to now, and for the previous period
 * up to the same time of day. Lists have one number for each of `steps`, the starts (ISO) of the hours, days or months.
 * Lists of the previous period have the number for the same step at the same position. By hour, they cover the whole
 * day.
 */
export const dashboard = z.object({
  from: z.string(),
  /** The current time. Later steps are empty. */
  to: z.string(),
  previousFrom: z.string(),
  previousTo: z.string(),
  unit: z.enum(['hour', 'day', 'month']),
  steps: z.array(z.string()),
  /** The currency with the most purchases is first. */
  currencies: z.array(
    z.object({
      currency: z.string(),
      current: money,
      previous: money,
      net: z.array(z.number().int()),
      previousNet: z.array(z.number().int()),
      /** How many purchases paid in the period have been partly refunded by now. */
      partlyRefunded: z.number().int(),
    }),
  ),
  /**
   * How many orders of the chosen form were started in the period and not paid: declined, abandoned, or still open.
   * Null without a chosen form, or if the period began before the oldest such order that is still stored.
   */
  unpaid: z.number().int().nullable(),
  activity: z.object({
    current: activity,
    previous: activity,
    series: z.array(activity),
    previousSeries: z.array(activity),
  }),
  /** The top ten forms by orders, then views. `gross` as above, by currency. */
  forms: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      views: z.number().int(),
      orders: z.number().int(),
      gross: grossByCurrency,
      /**
       * The form's numbers by price, most orders first. Left out if there was only one. `name` is null if the price
       * was removed.
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
  /**
   * The ten sources with the most orders, and all others without a name. Purchases without a source are not included.
   * `gross` and `refunds` as above, by currency, including offers and renewals.
   */
  sources: z.array(
    z.object({
      name: z.string().nullable(),
      orders: z.number().int(),
      gross: grossByCurrency,
      refunds: grossByCurrency,
    }),
  ),
  /** The ten items offered most often. */
  bumps: z.array(taken),
  offers: z.array(taken),
  subscriptions,
})
export type Dashboard = z.output<typeof dashboard>
