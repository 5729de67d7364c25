import { z } from 'zod'
import { setupIntentId } from '#foundation/card-provider/ids.ts'
import { type Contract, idParams } from '#foundation/http/contract/contract.ts'
import { admissionsTo } from '#foundation/http/contract/resource.ts'
import { emailAddress, text } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { proofHeaders } from '#foundation/limits/proof-header.ts'
import { plans } from './catalogue.ts'

/** How many parts of a form come with a larger plan, and rest on a smaller one. */
export const disabledByPlanParts = z.object({
  bumps: z.number().int(),
  offers: z.number().int(),
  taxes: z.number().int(),
  timers: z.number().int(),
})
export type DisabledByPlanParts = z.output<typeof disabledByPlanParts>

const formPrice = z.object({ amount: z.number().int(), currency: z.string() })

/** A form, and what a change of plan would let rest of it. */
const disabledByPlanForm = disabledByPlanParts.extend({
  id: z.string(),
  title: z.string(),
  /** What it costs then, in minor units, where a timer has made it another price; null: the same as now. */
  price: formPrice.nullable(),
  /** The same of its further prices, where a timer of one has made it another amount. */
  furtherPrices: z.array(formPrice.extend({ label: z.string() })),
  /** A timer has ended its sale, and it can be bought again. */
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

/** A seller's subscription to a plan; `total` is what a month costs, in minor units of `currency`. */
export const subscription = z.object({
  id: z.string(),
  /** In whatever case, as specified; one that is not known here opens what the smallest does. */
  plan: z.codec(z.string(), plan, {
    decode: (name) => plans.find((known) => known === name.toUpperCase()) ?? 'BASIC',
    encode: (name) => name,
  }),
  /** The provider's words; `creating` while the provider has not been asked yet. */
  status: z.enum(planStatuses),
  total: z.number().int(),
  currency: z.string(),
  trialEnd: z.string().nullable(),
  currentPeriodEnd: z.string().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  endedAt: z.string().nullable(),
  /** It is for partners, and the shop no longer has one: it ends with its period. */
  endsWithRole: z.boolean(),
  /** The plan that a change waits for, until it is paid. */
  pendingPlan: plan.nullable(),
})
export type Subscription = z.output<typeof subscription>

/** What a change would come to now: minor units of `currency`. */
export const changePreview = z.object({
  plan,
  /** Charged at once. */
  total: z.number().int(),
  /** Left of what was paid already; later invoices are paid from it. */
  credit: z.number().int(),
  /** What each month costs from `nextAt` on. */
  nextTotal: z.number().int(),
  nextAt: z.string(),
  currency: z.string(),
  lines: z.array(z.object({ description: z.string(), total: z.number().int() })),
  /** The instant that unused time is counted from: sent back with the change, it comes to the same. */
  prorationDate: z.iso.datetime(),
  /** A card has to be added before. */
  isCardNeeded: z.boolean(),
  /** The forms with something that the new plan disables. */
  resting: z.array(disabledByPlanForm),
  /** How many of the shop's coupons are no longer taken from then on. */
  restingCoupons: z.number().int(),
})
export type ChangePreview = z.output<typeof changePreview>

/** `requires_action`: the bank asks; the browser confirms with the client secret, then reads the billing again. */
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

/** What is left of what was paid, in minor units of `currency`; later invoices are paid from it. */
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

/** How reading, changing or paying a plan may be refused. */
export const planFailures = {
  card_declined: 402,
  partners_only: 403,
  card_needed: 409,
  plan_state: 409,
  provider_unreachable: 503,
} as const

/** How what tries a card may be refused besides: `details.challenge` is answered in the header `proof-of-work`. */
export const cardTryFailures = { ...planFailures, proof_needed: 428 } as const

const change = z.object({ plan, currentSubscriptionId: text(64) })

const admits = admissionsTo('signed-in', 'billing')

export const billingContract = {
  readAccountBilling: {
    method: 'GET',
    path: '/stripe/account-billing',
    summary: "Reads the seller's subscriptions; the first one's plan decides what is open",
    access: 'signed-in',
    right: null,
    failures: planFailures,
    ok: { status: 200, schema: z.array(subscription) },
  },
  previewPlanChange: {
    ...admits.write,
    method: 'POST',
    path: '/stripe/change-plan/preview',
    summary:
      'Says what a change of plan would cost, and what of which forms would rest, without changing anything',
    body: change,
    failures: { ...planFailures, not_found: 404 },
    ok: { status: 200, schema: changePreview },
  },
  changePlan: {
    ...admits.write,
    method: 'POST',
    path: '/stripe/change-plan',
    summary:
      'Changes the plan, charged at once in proportion; with `shown`, exactly what was shown or not at all',
    body: change.extend({
      /** Where invoices go from now on. */
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
    summary: 'Reads what pays the plan: the card, and what is left of earlier payments',
    failures: planFailures,
    ok: { status: 200, schema: z.object({ card: planCard.nullable(), credit: planCredit.nullable() }) },
  },
  setUpPlanCard: {
    ...admits.write,
    method: 'POST',
    path: '/stripe/plan-card/setup',
    summary: 'Begins to set up another card: answers what the browser needs to finish',
    headers: proofHeaders,
    failures: cardTryFailures,
    ok: { status: 200, schema: z.object({ clientSecret: z.string() }) },
  },
  keepPlanCard: {
    ...admits.write,
    method: 'POST',
    path: '/stripe/plan-card',
    summary: 'Makes the card that was set up the one that pays the plan, and forgets the previous one',
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
