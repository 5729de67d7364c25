import { z } from 'zod'
import { idParams, sellerListQuery, type Contract } from '#foundation/http/contract/contract.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { admissionsTo, resourceRoutes } from '#foundation/http/contract/resource.ts'
import { uuid } from '#foundation/http/input/fields.ts'

export const recoveryKinds = ['declined', 'authentication', 'page'] as const
export const recoveryStates = ['waiting', 'sent', 'stopped', 'paid', 'over'] as const
export const recoveryReasons = [
  'off',
  'fraud',
  'many_cards',
  'attack',
  'bought',
  'trouble',
  'stopped_by_buyer',
  'stopped_by_seller',
  'bounced',
  'form',
  'expired',
] as const

/** A lost payment. Amounts are in minor units of `currency`. */
export const recovery = z.object({
  id: z.string(),
  kind: z.enum(recoveryKinds),
  /** The last attempt to pay, or null if the buyer left the page without trying. */
  saleId: z.string().nullable(),
  formId: z.string(),
  formTitle: z.string(),
  /** The buyer's email address, masked if they only asked for a reminder and have not bought. */
  email: z.string(),
  name: z.string(),
  total: z.number().int(),
  currency: z.string(),
  /** Why the payment failed, as shown to the buyer, or null if unknown. */
  failureMessage: z.string().nullable(),
  state: z.enum(recoveryStates),
  /** Why no email is sent, or why no more are. */
  reason: z.enum(recoveryReasons).nullable(),
  /** Whether this order is in the tenth that gets no email, to measure what the emails earn. */
  isHeldOut: z.boolean(),
  sent: z.number().int(),
  /** When the buyer asked for the link to the order. */
  askedAt: z.string().nullable(),
  nextAt: z.string().nullable(),
  createdAt: z.string(),
  paidSaleId: z.string().nullable(),
  /**
   * The link that leads the buyer back to the order. Null for reminders, if the link no longer works, or if the caller
   * cannot have it.
   */
  link: z.string().nullable(),
  /** Whether the next email can be sent now or stopped. */
  canMail: z.boolean(),
})
export type RecoveryWire = z.output<typeof recovery>

/** The rows of `page`, or with `before` those after that row, which is fast for any page. */
const recoveryListQuery = sellerListQuery.omit({ q: true }).extend({
  before: uuid.optional(),
  kind: z.enum(recoveryKinds, { error: messages.choice }).optional(),
  form: uuid.optional(),
})
export type RecoveryListQuery = z.output<typeof recoveryListQuery>

/** Amounts are in minor units of `currency`. */
export const recoverySums = z.object({
  /** The orders lost in the period, and how many of them were paid after all. */
  kinds: z.array(
    z.object({
      kind: z.enum(recoveryKinds),
      currency: z.string(),
      lost: z.number().int(),
      lostTotal: z.number().int(),
      paid: z.number().int(),
      paidTotal: z.number().int(),
    }),
  ),
  /**
   * What the emails earned in the last year, with a confidence interval, which can include losses. Null if there are
   * too few orders to tell.
   */
  earned: z
    .array(
      z.object({
        currency: z.string(),
        amount: z.number().int(),
        from: z.number().int(),
        to: z.number().int(),
      }),
    )
    .nullable(),
  /** How many orders of the last year were compared, both with and without an email. */
  measured: z.number().int(),
})
export type RecoverySums = z.output<typeof recoverySums>

const admits = admissionsTo('onboarded', 'sales')
const recoveries = resourceRoutes('/recoveries', admits)

export const recoveriesContract = {
  listRecoveries: {
    ...recoveries.list('', recoveryListQuery, recovery),
    summary:
      'Lists orders of the last 30 days that were almost placed, newest first, filtered by kind and form. For the next page, pass the id of the last row as `before`',
  },
  sumRecoveries: {
    ...admits.read,
    method: 'GET',
    path: '/recoveries/sums',
    summary:
      'Counts lost and recovered orders of a period by kind and currency, and estimates what the emails earned in a year',
    query: z.object({ from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }) }),
    ok: { status: 200, schema: recoverySums },
  },
  stopRecovery: {
    ...admits.write,
    method: 'POST',
    path: '/recoveries/:id/stop',
    summary: 'Stops the emails about this order. Safe to repeat',
    params: idParams,
    failures: { recovery_over: 409 },
    ok: { status: 200, schema: recovery },
  },
  sendRecovery: {
    ...admits.write,
    method: 'POST',
    path: '/recoveries/:id/send',
    summary:
      'Sends the next email about this order without waiting, between 8 am and 9 pm by the shop’s clock. Safe to repeat',
    params: idParams,
    failures: { recovery_over: 409 },
    ok: { status: 200, schema: recovery },
  },
} as const satisfies Contract
