import { z } from 'zod'
import { plans } from '#accounts/billing/catalogue.ts'
import { onboardingStates } from '#accounts/onboarding/contract.ts'
import { idParams, listQuery, pageOf, type Contract } from '#foundation/http/contract/contract.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'

const choice = { error: messages.choice }

/** `none` means that the seller has no live plan. */
export const planFilters = [...plans, 'none'] as const

const shopOfPlatform = z.object({
  id: uuid,
  name: z.string(),
  /** The member who gets the shop's email, or null if everyone has left. */
  owner: z.object({ id: uuid, name: z.string(), email: z.string() }).nullable(),
  plan: z.enum(plans).nullable(),
  onboardingStatus: z.enum(onboardingStates),
  isSuspended: z.boolean(),
  createdAt: z.string(),
  /** True if everyone has left, so the shop no longer sells. */
  closedAt: z.string().nullable(),
})
export type ShopOfPlatform = z.output<typeof shopOfPlatform>

const shopInFull = shopOfPlatform.extend({
  stripeAccountId: z.string().nullable(),
  accountCountry: z.string().nullable(),
  /** The seller's newest plan subscription, live or ended. */
  subscription: z
    .object({
      plan: z.enum(plans),
      status: z.string(),
      /** The amount in minor units of `currency`. */
      amount: z.number().int(),
      currency: z.string(),
      trialEnd: z.string().nullable(),
      currentPeriodEnd: z.string().nullable(),
      cancelAtPeriodEnd: z.boolean(),
    })
    .nullable(),
  suspensions: z.array(
    z.object({
      id: uuid,
      reason: z.string(),
      suspendedAt: z.string(),
      liftedAt: z.string().nullable(),
    }),
  ),
})
export type ShopInFull = z.output<typeof shopInFull>

const count = z.number().int()

/** Revenue from sellers' plans. Amounts are minor units of their currency, months are UTC. */
const revenue = z.object({
  months: z.array(
    z.object({
      /** Its first day. */
      month: z.string(),
      payers: count.describe(
        'Sellers who pay for a plan at the end of the month, or now for the current month',
      ),
      gained: count,
      lost: count,
      trials: count.describe('Trials that are active at the end of the month, or now for the current month'),
      trialsBegun: count,
      trialsPaid: count,
      trialsEnded: count,
    }),
  ),
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** One entry for each month in `months`. */
      months: z.array(
        z.object({
          recurring: count,
          lost: count.describe('Monthly revenue from the sellers who left in that month'),
        }),
      ),
    }),
  ),
  /** The number of open shops by plan and state. */
  shops: z.array(
    z.object({
      plan: z.enum(plans).nullable(),
      onboardingStatus: z.enum(onboardingStates),
      shops: count,
      suspended: count,
    }),
  ),
})
export type Revenue = z.output<typeof revenue>

const right = { entity: 'sellers', verb: 'read' } as const

export const adminContract = {
  listSellers: {
    method: 'GET',
    path: '/admin/sellers',
    summary:
      'Lists all shops, newest first; `q` searches shop names, accounts and members’ email addresses; the other parameters filter',
    access: 'staff',
    right,
    query: listQuery.extend({
      plan: z.enum(planFilters, choice).optional(),
      onboarding: z.enum(onboardingStates, choice).optional(),
      suspended: z.enum(['true', 'false'], choice).optional(),
    }),
    ok: { status: 200, schema: pageOf(shopOfPlatform) },
  },
  getSeller: {
    method: 'GET',
    path: '/admin/sellers/:id',
    summary: 'Reads one shop, with its plan and every suspension',
    access: 'staff',
    right,
    params: idParams,
    ok: { status: 200, schema: shopInFull },
  },
  readRevenue: {
    method: 'GET',
    path: '/admin/revenue',
    summary: 'Returns plan revenue, and new and lost sellers, for each month of a year',
    access: 'super-admin',
    ok: { status: 200, schema: revenue },
  },
} as const satisfies Contract
