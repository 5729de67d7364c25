import { afterAll, beforeAll, expect, test } from 'vitest'
import { cycleStart } from '#payments/subscriptions/payment-calendar.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

/** The page's text before its scripts have run. */
const wordsOf = async (form: string) =>
  (await (await fetch(`${app.url}/payment/${form}`)).text())
    .replaceAll(/<(style|script)[^]*?<\/\1>/g, '')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const monthly = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', billingInterval: 1 } as const

test('the server-rendered page of a subscription lists every payment', async () => {
  const recurrence = { ...monthly, cancelAfter: 36 }
  const form = await createTestForm(app, seller, recurrence)
  const now = app.clock.now().getTime()
  const day = (count: number) => dayText(cycleStart(recurrence, now, count))
  const words = await wordsOf(form)

  expect(words).toContain(`36 payments in total; ends automatically on ${day(36)}`)
  expect(words).toContain(`Today, ${day(0)} $49.00 ${day(1)} $49.00 See all payments ${day(2)} $49.00`)
  expect(words).toContain(`and 32 more, the last on ${day(35)}`)
  expect(words).toContain('36 payments, $1,764.00 in total')
  expect(words).toContain('Due today $49.00 then $49.00 every month, 35 more times')
  expect(words).toContain('Pay $49.00 today')
})

test('the payment schedule’s dates begin on the day the page is viewed', async () => {
  const form = await createTestForm(app, seller, { ...monthly, billingPeriod: 'Daily', cancelAfter: 0 })
  const [first, start] = [await wordsOf(form), app.clock.now().getTime()]
  app.clock.advance(86_400)
  const second = await wordsOf(form)
  app.clock.set(new Date(start))

  expect(first).toContain(`Today, ${dayText(start)}`)
  expect(second).toContain(`Today, ${dayText(start + 86_400_000)}`)
  expect(first).toContain('$49.00 every day until you cancel')
})
