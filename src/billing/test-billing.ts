import { z } from 'zod'
import { call, signUpSeller, type TestApp, type TestSeller } from '#test-app.ts'
import { workOffEvents } from '#webhooks/work-event.ts'
import { subscription, type Subscription } from './contract.ts'
import { subscribeSeller, type SubscribeRequest } from './subscribe-seller.ts'

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

/** A seller as sign-up leaves them: with the trial, and an account that can charge. */
export async function newSeller(app: TestApp): Promise<PlanSeller> {
  const seller = await signUpSeller(app, { plan: 'trial' })
  const { sellerId } = await app.parts.db
    .selectFrom('members')
    .select('sellerId')
    .where('userId', '=', seller.userId)
    .executeTakeFirstOrThrow()
  return { ...seller, sellerId }
}

/** Subscribes as registration does. */
export function subscribe(app: TestApp, { sellerId }: PlanSeller, request: Partial<SubscribeRequest>) {
  return subscribeSeller(app.parts, {
    sellerId,
    email: 'ada@example.com',
    name: 'Ada Novak',
    role: 'Customer',
    plan: 'GROWTH',
    paymentMethodId: null,
    ...request,
  })
}

/** The seller's subscriptions as the API answers them. */
export async function billingOf(app: TestApp, seller: TestSeller): Promise<Subscription[]> {
  const { body } = await call(app, 'GET', '/api/stripe/account-billing', { token: seller.token })
  return z.array(subscription).parse(body)
}

export async function firstOf(app: TestApp, seller: TestSeller): Promise<Subscription> {
  const [first] = await billingOf(app, seller)
  if (first === undefined) throw new Error('The seller has no subscription')
  return first
}

async function customerOf(app: TestApp, { sellerId }: PlanSeller): Promise<string | null> {
  const { stripeCustomerId } = await app.parts.db
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

/** What the provider has invoiced to this seller, newest first. */
export async function invoicesOf(app: TestApp, seller: PlanSeller) {
  const customer = await customerOf(app, seller)
  return (await listed(app, 'invoices', sandboxInvoice)).filter((one) => one.customer === customer)
}

/** What the provider has of this seller, newest first. */
export async function subscriptionsOf(app: TestApp, seller: PlanSeller) {
  const customer = await customerOf(app, seller)
  return (await listed(app, 'subscriptions', sandboxSubscription)).filter((one) => one.customer === customer)
}

/** Lets time pass for the provider and for us, and works off what the provider told us of it. */
export async function pass(app: TestApp, seconds: number): Promise<void> {
  await fetch(`${app.sandbox.url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: seconds }),
  })
  app.clock.advance(seconds)
  await takeEvents(app)
}

/** Waits until the provider's deliveries have come, and works them off. */
export async function takeEvents(app: TestApp): Promise<void> {
  for (let quiet = 0; quiet < 2;) {
    await new Promise((resolve) => setTimeout(resolve, 40))
    quiet = (await workOffEvents(app.parts)) === 0 ? quiet + 1 : 0
  }
}
