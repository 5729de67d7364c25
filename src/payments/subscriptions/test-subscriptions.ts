import { z } from 'zod'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { newId } from '#foundation/db/new-id.ts'
import { call, createTestForm, type Answer, type TestApp, type TestSeller } from '#test-app.ts'
import { reconcile } from '#payments/purchases/register.ts'
import { checkSubscriptions } from './sync/leave-disconnected.ts'
import { subscription, type SubscriptionWire } from './contract.ts'

const invoices = z.object({
  data: z.array(
    z.looseObject({
      id: z.string(),
      status: z.string(),
      total: z.number(),
      amount_paid: z.number(),
      billing_reason: z.string(),
      parent: z.object({ subscription_details: z.object({ subscription: z.string() }) }),
    }),
  ),
})

/** An order with its secret, as the buyer's page has it. */
export type Ordered = { readonly form: string; readonly purchaseId: string; readonly secret: string }

let buyers = 0

/** Makes a new buyer's payment for a new recurring form, by default monthly without an end. */
export async function subscribe(
  app: TestApp,
  seller: TestSeller,
  recurrence: object = {},
  payment: object = {},
): Promise<Ordered> {
  const fields = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', ...recurrence }
  const form = await asSeller(app, () => createTestForm(app, seller, fields))
  const email = `subscriber-${(buyers += 1)}@example.com`
  const { purchaseId, secret } = outcomeOf(await pay(app, form, { email, ...payment }))
  return { form, purchaseId, secret }
}

/** Acts as the seller, with a token that is valid at the clock's time. */
export async function asSeller<T>(app: TestApp, work: () => Promise<T>): Promise<T> {
  const time = app.clock.now()
  app.clock.set(new Date())
  try {
    return await work()
  } finally {
    app.clock.set(time)
  }
}

/** Moves the provider's clock and ours. Both move only forward. */
export async function moveTo(app: TestApp, time: Date): Promise<void> {
  const response = await fetch(`${app.sandbox.url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: Math.floor(time.getTime() / 1000) }),
  })
  if (!response.ok) throw new Error(await response.text())
  app.clock.set(time)
}

/** Moves both clocks forward, in milliseconds. */
export function later(app: TestApp, milliseconds: number): Promise<void> {
  return moveTo(app, new Date(app.clock.now().getTime() + milliseconds))
}

/** Checks subscriptions until none is due. */
export async function checkAll(app: TestApp): Promise<void> {
  while ((await checkSubscriptions(app.services)) > 0);
}

/** Moves to two hours after the end of the period, when its renewal has been charged, and checks the subscription. */
export async function renew(app: TestApp, ordered: Ordered): Promise<void> {
  const { currentPeriodEnd } = await rowOf(app, ordered)
  await moveTo(app, new Date((currentPeriodEnd?.getTime() ?? 0) + 8_000_000))
  await checkAll(app)
}

/** Lets four months pass until everything has settled. */
export async function untilTheEnd(app: TestApp): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    await reconcile(app.services)
    await checkAll(app)
    await later(app, 20 * 86_400_000)
    await reconcile(app.services)
    await checkAll(app)
  }
}

export async function rowOf(app: TestApp, { purchaseId }: Pick<Ordered, 'purchaseId'>) {
  return app.services.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('orderId', '=', purchaseId)
    .executeTakeFirstOrThrow()
}

/** Stripe's invoices for an order's subscription, newest first. */
export async function invoicesOf(app: TestApp, ordered: Ordered) {
  const { stripeSubscriptionId } = await rowOf(app, ordered)
  const response = await fetch(`${app.sandbox.url}/sandbox/invoices`)
  const { data } = invoices.parse(await response.json())
  return data.filter(({ parent }) => parent.subscription_details.subscription === stripeSubscriptionId)
}

/** The recorded order and its renewals, oldest first. */
export async function purchasesOf(app: TestApp, { purchaseId }: Pick<Ordered, 'purchaseId'>) {
  return app.services.db
    .selectFrom('purchases')
    .select(['id', 'kind', 'status', 'total', 'taxAmount', 'paymentIntentId', 'createdAt', 'paidAt'])
    .where((row) => row.or([row('id', '=', purchaseId), row('orderId', '=', purchaseId)]))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export async function totalsOf(app: TestApp, ordered: Ordered): Promise<number[]> {
  return (await purchasesOf(app, ordered)).map(({ total }) => total)
}

export async function paidTotalsOf(app: TestApp, ordered: Ordered): Promise<number[]> {
  const paid = (await purchasesOf(app, ordered)).filter(({ status }) => status === 'paid')
  return paid.map(({ total }) => total)
}

export async function mailsOf(app: TestApp, ordered: Pick<Ordered, 'purchaseId'>): Promise<string[]> {
  const ids = (await purchasesOf(app, ordered)).map(({ id }) => id)
  const mails = await app.services.db
    .selectFrom('mails')
    .select('kind')
    .where('purchaseId', 'in', ids)
    .execute()
  return mails.map(({ kind }) => kind).toSorted()
}

/** Calls a route about a buyer's subscription, with the order's secret. */
export function ask(
  app: TestApp,
  { purchaseId, secret }: Ordered,
  path: string,
  body: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  return call(app, 'POST', `/api/stripe/purchases/${purchaseId}/subscription${path}`, {
    body: { secret, ...body },
  })
}

/** Pays off a plan early, by default as a new click with its own `key`. */
export function payOffEarly(
  app: TestApp,
  { purchaseId, secret }: Ordered,
  total: number,
  key = newId(),
): Promise<Answer> {
  return call(app, 'POST', `/api/stripe/purchases/${purchaseId}/subscription/pay-off`, {
    body: { secret, total },
    headers: { 'idempotency-key': key },
  })
}

export function wireOf({ body }: Answer): SubscriptionWire {
  return subscription.parse(body)
}

export const begunSetup = z.object({ setupIntentId: z.string(), clientSecret: z.string() })

/** Changes the card as the page does: confirms a SetupIntent, and then calls our server. */
export async function changeCard(
  app: TestApp,
  seller: TestSeller,
  ordered: Ordered,
  card: string,
): Promise<Answer> {
  const begun = begunSetup.parse((await ask(app, ordered, '/card')).body)
  await confirmSetup(app, seller, begun, card)
  return ask(app, ordered, '/card/finish', { setupIntentId: begun.setupIntentId })
}

/** Confirms a SetupIntent as Stripe's browser script does, with the publishable key. */
export async function confirmSetup(
  app: TestApp,
  { account }: TestSeller,
  { setupIntentId, clientSecret }: z.output<typeof begunSetup>,
  card: string,
): Promise<void> {
  await fetch(`${app.sandbox.url}/v1/setup_intents/${setupIntentId}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${app.config.provider.publishableKey}`,
      'stripe-account': account,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: card }),
  })
}
