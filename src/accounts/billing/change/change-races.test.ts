import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test-app.ts'
import { callAs, firstOf, invoicesOf, newSeller, subscribe, takeEvents } from '../test-billing.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

test.each(['GROWTH', 'BASIC'])(
  'simultaneous changes to Growth and to %s in two tabs are charged only once',
  async (other) => {
    for (let trial = 0; trial < 2; trial += 1) {
      const seller = await newSeller(app)
      await subscribe(app, seller, { plan: 'BASIC', paymentMethodId: 'pm_card_visa' })
      const { id } = await firstOf(app, seller)
      const change = (plan: string) =>
        callAs(app, seller, 'POST', '/api/stripe/change-plan', {
          plan,
          email: 'ada@example.com',
          currentSubscriptionId: id,
        })
      const answers = await Promise.all([change('GROWTH'), change(other)])
      await takeEvents(app)

      const statuses = answers.map(({ status }) => status)
      expect([trial, statuses.every((status) => status === 200 || status === 409), statuses]).toEqual([
        trial,
        true,
        statuses,
      ])
      // A downgrade to Basic after the upgrade costs nothing.
      const isBack = other === 'BASIC' && statuses[1] === 200
      expect([trial, (await invoicesOf(app, seller)).map(({ amount_paid: amount }) => amount)]).toEqual([
        trial,
        isBack ? [0, 4900, 0] : [4900, 0],
      ])
      expect(await firstOf(app, seller)).toMatchObject({
        plan: isBack ? 'BASIC' : 'GROWTH',
        status: 'active',
        pendingPlan: null,
      })
    }
  },
)
