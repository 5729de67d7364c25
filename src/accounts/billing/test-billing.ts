import { z } from 'zod'
import { createBearer } from '#accounts/identity/sessions/bearer.ts'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import { call, signUpSeller, type Answer, type TestApp, type TestSeller } from '#test-app.ts'
import { cookieBeside } from '../../test-cookies.ts'
import { subscription, type Subscription } from './contract.ts'
import { subscribeSeller, type SubscribeRequest } from './subscription/subscribe-seller.ts'

export const day = 24 * 60 * 60

const sandboxInvoice = z.object({
  id: z.string(),
  status: z.string(),
  total: z.number(),
  amount_paid: z.number(),
  billing_reason: z.string(),
  customer: z.string(),
})

const sandboxSubscription = z.object({ id: z.string(), status: z.string(), customer: z.string() })

export type PlanSeller = TestSeller & { readonly sellerId: string }

/** A new seller in the trial, whose Stripe account is recorded as able to charge. */
export async function newSeller(app: TestApp): Promise<PlanSeller> {
  const seller = await signUpSeller(app, { isOnboarded: false, plan: 'trial' })
  const { id: sellerId } = await app.services.db
    .updateTable('sellers')
    .set({ onboardingStatus: 'completed', stripeAccountId: `acct_${seller.userId}` })
    .where('id', 'in', (members) =>
      members.selectFrom('members').select('sellerId').where('userId', '=', seller.userId),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...seller, sellerId }
}

/** Calls the API as a seller whose session outlasts the months that pass in these tests. */
export async function callAs(
  app: TestApp,
  { userId, token: first }: TestSeller,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const session = await app.services.db
    .updateTable('sessions')
    .set({ expiresAt: new Date('2100-01-01'), provedAt: app.clock.now() })
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow()
  const bearer = createBearer(app.config.authSecret, app.config.publicUrl, app.clock)
  const token = await bearer.issue({ userId, sessionId: session.id })
  const headers = { cookie: cookieBeside(first) }
  return call(app, method, path, { token, headers, ...(body === undefined ? {} : { body }) })
}

/** Subscribes a seller as registration does. */
export function subscribe(app: TestApp, { sellerId }: PlanSeller, request: Partial<SubscribeRequest>) {
  return subscribeSeller(app.services, {
    sellerId,
    email: 'ada@example.com',
    name: 'Ada Novak',
    role: 'Customer',
    plan: 'GROWTH',
    paymentMethodId: null,
    ...request,
  })
}

/** The seller's subscriptions as the API returns them. */
export async function billingOf(app: TestApp, seller: TestSeller): Promise<Subscription[]> {
  const { body } = await callAs(app, seller, 'GET', '/api/stripe/account-billing')
  return z.array(subscription).parse(body)
}

export async function firstOf(app: TestApp, seller: TestSeller): Promise<Subscription> {
  const [first] = await billingOf(app, seller)
  if (first === undefined) throw new Error('The seller has no subscription')
  return first
}

async function customerOf(app: TestApp, { sellerId }: PlanSeller): Promise<string | null> {
  const { stripeCustomerId } = await app.services.db
    .selectFrom('sellers')
    .select('stripeCustomerId')
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return stripeCustomerId
}

async function listed<T extends z.ZodType>(app: TestApp, kind: string, schema: T): Promise<z.output<T>[]> {
  const response = await fetch(`${app.sandbox.url}/sandbox/${kind}`)
  return z.object({ data: z.array(schema) }).parse(await response.json()).data
}

export async function invoicesOf(app: TestApp, seller: PlanSeller) {
  const customer = await customerOf(app, seller)
  return (await listed(app, 'invoices', sandboxInvoice)).filter((one) => one.customer === customer)
}

export async function subscriptionsOf(app: TestApp, seller: PlanSeller) {
  const customer = await customerOf(app, seller)
  return (await listed(app, 'subscriptions', sandboxSubscription)).filter((one) => one.customer === customer)
}

/** Advances Stripe's clock and ours, then processes the resulting events. */
export async function pass(app: TestApp, seconds: number): Promise<void> {
  await fetch(`${app.sandbox.url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: seconds }),
  })
  app.clock.advance(seconds)
  await takeEvents(app)
}

/** Waits for Stripe's webhooks and processes them. */
export async function takeEvents(app: TestApp): Promise<void> {
  do await app.sandbox.untilDelivered()
  while ((await workOffEvents(app.services)) > 0)
}
