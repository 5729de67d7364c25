import { z } from 'zod'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { calendarDay, number, optional, text } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'

const sellsKinds = ['digital', 'service', 'goods', 'dated_event'] as const
const withdrawalAnswers = ['refund_at_once', 'ask_me'] as const
const earlyStarts = ['offered', 'required', 'not_asked'] as const

/** The fewest days that the law of the EU gives, and the most that a seller may. */
export const fewestDays = 14
export const mostDays = 365

function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: messages.choice })
}

/** How a seller takes withdrawals. */
export const policyFields = z.object({
  sells: choice(sellsKinds),
  withdrawalDays: number
    .int({ error: 'Enter a whole number of days' })
    .min(fewestDays, { error: `The law gives buyers ${fewestDays} days at least` })
    .max(mostDays, { error: `Enter at most ${mostDays} days` }),
  onWithdrawal: choice(withdrawalAnswers),
  /** Whether buyers of what is digital or a service are asked to let it begin before the period ends. */
  earlyStart: choice(earlyStarts),
  /** What the seller adds, shown to buyers as theirs. */
  ownText: optional(text(2000).trim()),
})
export type PolicyFields = z.output<typeof policyFields>

export const sellerPolicy = z.object({
  /** Null: the seller has set none, and is served by what is sold and by the law of their country. */
  policy: policyFields.extend({ ownText: z.string().nullable(), createdAt: z.string() }).nullable(),
  /** Of the invoice details, else of the account at the card provider; null where neither is known. */
  country: z.string().nullable(),
})
export type SellerPolicyWire = z.output<typeof sellerPolicy>

const delivery = z.object({
  /** The day on which goods arrived; null: they have not, as far as the seller knows. */
  deliveredOn: calendarDay('Enter a date').nullable(),
})

export const consumerLawContract = {
  readPolicy: {
    method: 'GET',
    path: '/seller/policy',
    summary: 'Reads how the shop takes withdrawals from now on',
    access: 'signed-in',
    right: { entity: 'billing', verb: 'read' },
    ok: { status: 200, schema: sellerPolicy },
  },
  savePolicy: {
    method: 'PATCH',
    path: '/seller/policy',
    summary:
      'Sets how the shop takes withdrawals, all of it, as a new version; earlier sales keep the version of their day',
    access: 'signed-in',
    right: { entity: 'billing', verb: 'update' },
    body: policyFields,
    ok: { status: 200, schema: sellerPolicy },
  },
  saveDelivery: {
    method: 'PATCH',
    path: '/sales/:id/delivery',
    summary: 'Says on which day the goods of a sale arrived: the withdrawal period begins with it',
    access: 'signed-in',
    right: { entity: 'sales', verb: 'update' },
    params: idParams,
    body: delivery,
    ok: { status: 200, schema: delivery },
  },
} as const satisfies Contract
