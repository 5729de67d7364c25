import { z } from 'zod'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { calendarDay, number, optional, text } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { t } from '#foundation/language/t.ts'

const sellsKinds = ['digital', 'service', 'goods', 'dated_event'] as const
const withdrawalAnswers = ['refund_at_once', 'ask_me'] as const
const earlyStarts = ['offered', 'required', 'not_asked'] as const

/** The minimum withdrawal period under EU law and the longest that a seller can offer, in days. */
export const fewestDays = 14
export const mostDays = 365

function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: messages.choice })
}

export const policyFields = z.object({
  sells: choice(sellsKinds),
  withdrawalDays: number
    .int({ error: () => t('Enter a whole number of days') })
    .min(fewestDays, {
      error: () =>
        t('The law gives buyers at least {days, plural, one {# day} other {# days}}', { days: fewestDays }),
    })
    .max(mostDays, {
      error: () => t('Enter {days, plural, one {# day} other {# days}} or fewer', { days: mostDays }),
    }),
  onWithdrawal: choice(withdrawalAnswers),
  earlyStart: choice(earlyStarts),
  /** The seller's own text, shown to buyers under the seller's name. */
  ownText: optional(text(2000).trim()),
})
export type PolicyFields = z.output<typeof policyFields>

export const sellerPolicy = z.object({
  /** Null if the seller has set no policy, so that the kind of sale and the law of their country decide. */
  policy: policyFields.extend({ ownText: z.string().nullable(), createdAt: z.string() }).nullable(),
  /** The country from the invoice details, or else from the Stripe account. Null if neither is known. */
  country: z.string().nullable(),
})
export type SellerPolicyWire = z.output<typeof sellerPolicy>

const delivery = z.object({
  /** The day on which the goods arrived, or null if the seller has not recorded it. */
  deliveredOn: calendarDay(() => t('Enter a date')).nullable(),
})

export const consumerLawContract = {
  readPolicy: {
    method: 'GET',
    path: '/seller/policy',
    summary: 'Reads how the shop handles withdrawals from new sales',
    access: 'signed-in',
    right: { entity: 'billing', verb: 'read' },
    ok: { status: 200, schema: sellerPolicy },
  },
  savePolicy: {
    method: 'PATCH',
    path: '/seller/policy',
    summary:
      'Replaces the shop’s whole withdrawal policy with a new version. Earlier sales keep the version that applied to them',
    access: 'signed-in',
    right: { entity: 'billing', verb: 'update' },
    body: policyFields,
    ok: { status: 200, schema: sellerPolicy },
  },
  saveDelivery: {
    method: 'PATCH',
    path: '/sales/:id/delivery',
    summary: 'Records the day on which the goods of a sale arrived and the withdrawal period begins',
    access: 'signed-in',
    right: { entity: 'sales', verb: 'update' },
    params: idParams,
    body: delivery,
    ok: { status: 200, schema: delivery },
  },
} as const satisfies Contract
