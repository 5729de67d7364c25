import { z } from 'zod'
import { setupIntentId } from '#foundation/card-provider/ids.ts'
import { type Contract, idParams } from '#foundation/http/contract/contract.ts'
import { admissionsTo } from '#foundation/http/contract/resource.ts'
import { emailAddress, text } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { proofHeaders } from '#foundation/limits/proof-header.ts'
import { plans } from './catalogue.ts'

/** How many parts of a form need a larger plan and are turned off by a smaller one. */
export const disabledByPlanParts = z.object({
  bumps: z.number().int(),
  offers: z.number().int(),
  taxes: z.number().int(),
  timers: z.number().int(),
})
export type DisabledByPlanParts = z.output<typeof disabledByPlanParts>

const formPrice = z.object({ amount: z.number().int(), currency: z.string() })

/** A form with the parts that a change of plan would turn off. */
const disabledByPlanForm = disabledByPlanParts.extend({
  id: z.string(),
  title: z.string(),
  /** The form's price after the change, in minor units, or null if no timer has changed it. */
  price: formPrice.nullable(),
  /** The form's other prices after the change, if timers have changed them. */
  furtherPrices: z.array(formPrice.extend({ label: z.string() })),
  /** Whether a timer has ended the form's sale, which would reopen without timers. */
  reopens: z.boolean(),
})
export type DisabledByPlanForm = z.output<typeof disabledByPlanForm>

const plan = z.enum(plans, { error: messages.choice })

const planStatuses = [
  'creating',
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const

/** A seller's subscription to a plan. `total` is the monthly price, in minor units of `currency`. */
export const subscription = z.object({
  id: z.string(),
  /**
   * The plan's name in upper or lower case, as the specification requires. An unknown plan has the features of the
   * smallest one.
   */
  plan: z.codec(z.string(), plan, {
    decode: (name) => plans.find((known) => known === name.toUpperCase()) ?? 'BASIC',
    encode: (name) => name,
  }),
  /** The subscription's status in Stripe's words, or `creating` until Stripe has been asked. */
  status: z.enum(planStatuses),
  total: z.number().int(),
  currency: z.string(),
  trialEnd: z.string().nullable(),
  currentPeriodEnd: z.string().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  endedAt: z.string().nullable(),
  /** Whether this is a partner plan of a shop without a Partner, which ends with its period. */
  endsWithRole: z.boolean(),
  /** The plan that the seller is switching to, while the change waits for its payment. */
  pendingPlan: plan.nullable(),
})
export type Subscription = z.output<typeof subscription>

/** What a plan change costs now, in minor units of `currency`. */
export const changePreview = z.object({
  plan,
  /** Charged immediately. */
  total: z.number().int(),
  /** Credit left from earlier payments, used for later invoices. */
  credit: z.number().int(),
  /** The monthly price, starting at `nextAt`. */
  nextTotal: z.number().int(),
  nextAt: z.string(),
  currency: z.string(),
  lines: z.array(z.object({ description: z.string(), total: z.number().int() })),
  /** The time from which unused time is counted. Sent back with the change, it yields the same amount. */
  prorationDate: z.iso.datetime(),
  /** Whether the seller must add a card first. */
  isCardNeeded: z.boolean(),
  /** The forms with parts that the new plan disables. */
  resting: z.array(disabledByPlanForm),
  /** How many of the shop's coupons stop working. */
  restingCoupons: z.number().int(),
})
export type ChangePreview = z.output<typeof changePreview>

/**
 * With `requires_action`, the bank requires authentication. The browser confirms with the client secret, then reads the
 * plan again.
 */
export const planOutcome = z.object({
  status: z.enum(['done', 'requires_action']),
  clientSecret: z.string().nullable(),
})

export const planCard = z.object({
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number().int(),
  expYear: z.number().int(),
})
export type PlanCard = z.output<typeof planCard>

/** Credit left from earlier payments, in minor units of `currency`, used for later invoices. */
export const planCredit = z.object({ total: z.number().int(), currency: z.string() })
export type PlanCredit = z.output<typeof planCredit>

export const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.string(),
  total: z.number().int(),
  currency: z.string(),
  createdAt: z.string(),
  pageUrl: z.string().nullable(),
  pdfUrl: z.string().nullable(),
})
export type Invoice = z.output<typeof invoice>

/** Errors of routes that read, change or pay for a plan. */
export const planFailures = {
  card_declined: 402,
  partners_only: 403,
  card_needed: 409,
  plan_state: 409,
  provider_unreachable: 503,
} as const

/**
 * Additional errors of routes that try a card. The solution to `details.challenge` is sent in the header
 * `proof-of-work`.
 */
export const cardTryFailures = { ...planFailures, proof_needed: 428 } as const

const change = z.object({ plan, currentSubscriptionId: text(64) })

const admits = admissionsTo('signed-in', 'billing')

export const billingContract = {
  readAccountBilling: {
    method: 'GET',
    path: '/stripe/account-billing',
    summary: "Reads the seller's subscriptions; the first one's plan decides which features are open",
    access: 'signed-in',
    right: null,
    failures: planFailures,
    ok: { status: 200, schema: z.array(subscription) },
  },
  previewPlanChange: {
    ...admits.write,
    method: 'POST',
    path: '/stripe/change-plan/preview',
    summary: 'Previews a plan change: its cost, and the parts of forms it would turn off; changes nothing',
    body: change,
    failures: { ...planFailures, not_found: 404 },
    ok: { status: 200, schema: changePreview },
  },
  changePlan: {
    ...admits.write,
    method: 'POST',
    path: '/stripe/change-plan',
    summary:
      'Changes the plan and charges the prorated difference; with `shown`, exactly that amount or nothing at all',
    body: change.extend({
      /** The email address for future invoices. */
      email: emailAddress,
      shown: changePreview.pick({ total: true, prorationDate: true }).optional(),
    }),
    headers: proofHeaders,
    failures: { ...cardTryFailures, not_found: 404, preview_outdated: 409 },
    ok: { status: 200, schema: planOutcome },
  },
  cancelPlan: {
    ...admits.delete,
    method: 'DELETE',
    path: '/stripe/cancel-subscription/:id',
    summary: 'Ends a subscription at the end of its paid period',
    params: idParams,
    failures: planFailures,
    ok: { status: 200, schema: subscription },
  },
  resumePlan: {
    ...admits.write,
    method: 'POST',
    path: '/stripe/resume-subscription/:id',
    summary: 'Resumes a subscription that was set to end',
    params: idParams,
    failures: planFailures,
    ok: { status: 200, schema: subscription },
  },
  payPlan: {
    ...admits.write,
    method: 'POST',
    path: '/stripe/pay-plan',
    summary: 'Pays the plan’s open invoice with the card on file',
    headers: proofHeaders,
    failures: cardTryFailures,
    ok: { status: 200, schema: planOutcome },
  },
  readPlanCard: {
    ...admits.read,
    method: 'GET',
    path: '/stripe/plan-card',
    summary: 'Reads the card on file and the credit left from earlier payments',
    failures: planFailures,
    ok: { status: 200, schema: z.object({ card: planCard.nullable(), credit: planCredit.nullable() }) },
  },
  setUpPlanCard: {
    ...admits.write,
    method: 'POST',
    path: '/stripe/plan-card/setup',
    summary: 'Starts setting up another card; returns what the browser needs to finish the setup',
    headers: proofHeaders,
    failures: cardTryFailures,
    ok: { status: 200, schema: z.object({ clientSecret: z.string() }) },
  },
  keepPlanCard: {
    ...admits.write,
    method: 'POST',
    path: '/stripe/plan-card',
    summary: 'Saves the new card as the card on file and removes the previous one',
    body: z.object({ setupIntentId }),
    failures: { ...planFailures, not_found: 404 },
    ok: { status: 200, schema: z.object({ card: planCard.nullable() }) },
  },
  listPlanInvoices: {
    ...admits.read,
    method: 'GET',
    path: '/stripe/plan-invoices',
    summary: "Lists the plan's invoices, newest first",
    failures: planFailures,
    ok: { status: 200, schema: z.object({ data: z.array(invoice) }) },
  },
} as const satisfies Contract
