import { Stripe } from 'stripe'
import { z } from 'zod'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import { call, type TestApp } from '#test-app.ts'

const stripe = new Stripe('sk_test_unused')

/** Delivers the events of these intents that were not delivered before, oldest first. */
export async function deliver(app: TestApp, ...intents: readonly string[]): Promise<void> {
  const response = await fetch(`${app.sandbox.url}/sandbox/events`)
  const object = z.looseObject({ id: z.string() })
  const event = z.looseObject({ id: z.string(), data: z.looseObject({ object }) })
  const { data } = z.object({ data: z.array(event) }).parse(await response.json())
  for (const one of data.filter((each) => intents.includes(each.data.object.id)).toReversed()) {
    const payload = JSON.stringify(one)
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_test_connect' })
    await call(app, 'POST', '/api/webhooks/stripe-connect', {
      body: payload,
      headers: { 'stripe-signature': signature },
    })
  }
  await workOffEvents(app.services)
}

/** How many declined cards one rule has counted, for all forms or orders together. */
export async function declines(app: TestApp, rule: 'declineOfForm' | 'declineOfOrder'): Promise<number> {
  const rows = await app.services.db.selectFrom('rateLimits').select(['key', 'count']).execute()
  return rows.filter(({ key }) => key.startsWith(`${rule}:`)).reduce((sum, { count }) => sum + count, 0)
}
