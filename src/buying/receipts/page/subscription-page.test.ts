import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { createMailer } from '#foundation/mail/send-mails.ts'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import { cancelSubscription } from '#payments/subscriptions/end/cancel-subscription.ts'
import { checkSubscriptions } from '#payments/subscriptions/sync/leave-disconnected.ts'
import { cycleStart } from '#payments/subscriptions/payment-calendar.ts'
import { dayText } from '#foundation/time/day-text.ts'
import {
  ask,
  asSeller,
  changeCard,
  moveTo,
  purchasesOf,
  rowOf,
  subscribe,
  totalsOf,
  type Ordered,
} from '#payments/subscriptions/test-subscriptions.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { purchasePath } from '#payments/purchases/records/purchase-url.ts'
import { receiptWriters } from '../mail/receipt-writers.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

const monthly = { billingPeriod: 'Monthly', billingInterval: 1, cancelAfter: 0 } as const
const hours = (count: number) => count * 60 * 60 * 1000

const textAt = async (path: string) => {
  const answer = await fetch(app.url + path)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const pathOf = ({ purchaseId, secret }: Ordered, file = '') => `/purchases/${purchaseId}${file}?key=${secret}`
const pageOf = (ordered: Ordered) => textAt(pathOf(ordered))
/** The text that a visitor sees on the page. */
const wordsOf = async (ordered: Ordered) =>
  (await pageOf(ordered)).text
    .replaceAll(/<(style|script)[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** Sets a card that can be saved but is declined when it is charged. */
async function setFailingCard(ordered: Ordered): Promise<void> {
  const { setupIntentId, clientSecret } = z
    .object({ setupIntentId: z.string(), clientSecret: z.string() })
    .parse((await ask(app, ordered, '/card')).body)
  await fetch(`${app.sandbox.url}/v1/setup_intents/${setupIntentId}/confirm`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: 'Bearer pk_test_tillform_sandbox',
      'stripe-account': seller.account,
      'stripe-version': '2026-10-28.endive',
    },
    body: new URLSearchParams({
      client_secret: clientSecret,
      payment_method: 'pm_card_chargeCustomerFail',
    }),
  })
  await ask(app, ordered, '/card/finish', { setupIntentId })
}

/** Lets renewal number `count` take place. Stripe charges its invoice an hour after the cycle begins. */
async function renew(ordered: Ordered, count: number): Promise<void> {
  const { billingCycleAnchor, ...recurrence } = await rowOf(app, ordered)
  const start = cycleStart(recurrence, (billingCycleAnchor ?? new Date(0)).getTime(), count)
  await moveTo(app, new Date(start + hours(2)))
  await app.sandbox.untilDelivered()
  // Other tests leave events behind, and one round processes only twenty.
  while ((await workOffEvents(app.services)) > 0);
  await checkSubscriptions(app.services)
}

const began = async (ordered: Ordered) => {
  await checkSubscriptions(app.services)
  return (await rowOf(app, ordered)).billingCycleAnchor?.getTime() ?? 0
}

async function mailsOf(ordered: Ordered) {
  const { db, clock, log, metrics, tracer } = app.services
  const mailer = createMailer({
    db,
    clock,
    log,
    metrics,
    tracer,
    smtpUrl: undefined,
    isProduction: false,
    from: 'Tillform <no-reply@tillform.localhost>',
    writers: receiptWriters({ db, clock, addresses: app.config }),
    render: app.renderMail,
  })
  while ((await mailer.sendDue()) > 0);
  const ids = (await purchasesOf(app, ordered)).map(({ id }) => id)
  const mails = await db
    .selectFrom('mails')
    .selectAll()
    .where('purchaseId', 'in', ids)
    .orderBy('id')
    .execute()
  return mails.map(({ kind, subject, text, html }) => ({ kind, subject, text: text ?? '', html: html ?? '' }))
}

test('the purchase page lists all payment dates, and its script can connect only to Stripe', async () => {
  const ordered = await subscribe(app, seller, { cancelAfter: 6 })
  const anchor = await began(ordered)
  const day = (count: number) => dayText(cycleStart(monthly, anchor, count))
  const page = await pageOf(ordered)
  const words = await wordsOf(ordered)

  expect(words).toContain(
    `$49.00 every month, 6 payments in total. The next payment is on ${day(1)}. It ends automatically on ${day(6)}.`,
  )
  expect(words).toContain('1 of 6 payments')
  expect(words).toContain(
    `${day(1)} $49.00 ${day(2)} $49.00 ${day(3)} $49.00 ${day(4)} $49.00 ${day(5)} $49.00`,
  )
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic' http:\/\/127\.0\.0\.1:\d+;/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.text).not.toContain(app.config.authSecret)
})

test('the calendar file lists the later payments and requires the key', async () => {
  const ordered = await subscribe(app, seller, { cancelAfter: 3 })
  const anchor = await began(ordered)
  const file = await textAt(pathOf(ordered, '/calendar.ics'))
  const once = outcomeOf(
    await pay(app, await asSeller(app, () => createTestForm(app, seller)), {
      email: `${newKey()}@example.com`,
    }),
  )
  const first = new Date(cycleStart(monthly, anchor, 1)).toISOString().slice(0, 10).replaceAll('-', '')

  expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(file.text).toContain(`DTSTART;VALUE=DATE:${first}\r\n`)
  expect(file.text).toMatch(/RRULE:FREQ=MONTHLY;INTERVAL=1.*;COUNT=2\r\n/)
  expect((await textAt(`/purchases/${ordered.purchaseId}/calendar.ics?key=guess`)).status).toBe(404)
  expect((await textAt(`/purchases/${once.purchaseId}/calendar.ics?key=${once.secret}`)).status).toBe(404)
})

test('a receipt describes the subscription and links to its calendar and invoice', async () => {
  const ordered = await subscribe(app, seller)
  // This receipt was written before the subscription was read from Stripe.
  const [receipt] = await mailsOf(ordered)
  const anchor = await began(ordered)

  expect(receipt?.kind).toBe('receipt')
  for (const said of [receipt?.text, receipt?.html]) {
    expect(said).toContain('$49.00 every month until you cancel.')
    expect(said).toContain(`The next payment is on ${dayText(cycleStart(monthly, anchor, 1))}.`)
    expect(said).toContain(pathOf(ordered, '/calendar.ics'))
    expect(said).toContain(pathOf(ordered, '/invoice.pdf'))
  }
})

test('a renewal appears on the purchase page with its own invoice and is confirmed by email', async () => {
  const ordered = await subscribe(app, seller, { cancelAfter: 2 })
  await began(ordered)
  await renew(ordered, 1)
  const [, renewal] = await purchasesOf(app, ordered)
  const page = await pageOf(ordered)
  const words = await wordsOf(ordered)
  const renewed = { id: renewal?.id ?? '', keyGeneration: 0 }
  const path = purchasePath(renewed, app.config.authSecret)
  const invoice = await fetch(app.url + purchasePath(renewed, app.config.authSecret, '/invoice.pdf'))
  const [, mail] = await mailsOf(ordered)

  expect(words).toContain('All payments have been made. Your subscription ends automatically on')
  expect(words).toContain('Later payments')
  expect(page.text).toContain(`href="${path}"`)
  expect(page.text).not.toContain('id="page-data"')
  expect([invoice.status, invoice.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await textAt(path)).text).toContain(`href="${pathOf(ordered)}"`)
  expect(mail?.kind).toBe('renewal')
  expect(mail?.text).toContain('Your subscription with')
  expect(mail?.text).toContain('Total: $49.00')
  expect(mail?.text).toContain(pathOf(ordered))

  await renew(ordered, 2)
  const [, , ended] = await mailsOf(ordered)
  expect(await wordsOf(ordered)).toContain('Your subscription ended on')
  expect(ended?.kind).toBe('subscription_ended')
  expect(ended?.text).toContain('All payments have been made.')
})

test('the email about a failed renewal links to the page where the buyer can use another card', async () => {
  const ordered = await subscribe(app, seller)
  await began(ordered)
  expect(await wordsOf(ordered)).toContain('Charged to Visa ending in 4242')
  await setFailingCard(ordered)
  await renew(ordered, 1)
  const page = await pageOf(ordered)
  const mail = (await mailsOf(ordered)).find(({ kind }) => kind === 'renewal_failed')

  expect(await wordsOf(ordered)).toContain('The last payment of $49.00 could not be charged.')
  expect(await wordsOf(ordered)).toContain('Charged to Visa ending in 0341')
  expect(mail?.text).toContain('We could not charge $49.00 to your Visa ending in 0341 for')
  expect(page.text).toContain('"due":{"total":4900,"text":"$49.00"}')
  expect(mail?.subject).toMatch(/^Your payment to Seller \d+ did not go through$/)
  expect(mail?.text).toContain('It will be charged $49.00 right away')
  expect(mail?.text).toContain(pathOf(ordered))
  expect(mail?.html).toContain('Use another card')
})

test('a buyer who cancels while a charge is pending is informed that it may still go through', async () => {
  const ordered = await subscribe(app, seller)
  const anchor = await began(ordered)
  await moveTo(app, new Date(cycleStart(monthly, anchor, 1) + hours(0.5)))
  await ask(app, ordered, '/cancel')
  const end = dayText(cycleStart(monthly, anchor, 2))
  const mail = (await mailsOf(ordered)).find(({ kind }) => kind === 'subscription_canceled')
  const charging = 'A payment already in progress may still go through. You will not be charged after that.'

  expect(await wordsOf(ordered)).toContain(`canceled and ends on ${end}. ${charging}`)
  expect(mail?.text).toContain(`is canceled and ends on ${end}.`)
  expect(mail?.text).toContain(charging)
  await renew(ordered, 1)
  expect(await totalsOf(app, ordered)).toEqual([4900, 4900])
  expect(await wordsOf(ordered)).toContain(`canceled and ends on ${end}. You will not be charged again.`)
})

test('a buyer who cancels during a paid cycle is informed that there are no further charges', async () => {
  const ordered = await subscribe(app, seller)
  await began(ordered)
  await setFailingCard(ordered)
  await renew(ordered, 1)
  const { unpaidInvoiceId } = await rowOf(app, ordered)
  await app.services.provider.voidInvoice(seller.account, unpaidInvoiceId ?? '')
  await changeCard(app, seller, ordered, 'pm_card_visa')
  await renew(ordered, 2)
  await ask(app, ordered, '/cancel')
  const mail = (await mailsOf(ordered)).find(({ kind }) => kind === 'subscription_canceled')

  expect(await rowOf(app, ordered)).toMatchObject({ status: 'active', paidCycles: 2 })
  expect(await wordsOf(ordered)).toContain('You will not be charged again.')
  expect(mail?.text).toContain(
    'You will not be charged again. You can undo this on your purchase page until then.',
  )
})

test('a cancellation is confirmed by email and cancels the calendar events', async () => {
  const ordered = await subscribe(app, seller)
  const end = dayText(cycleStart(monthly, await began(ordered), 1))
  await ask(app, ordered, '/cancel')
  const words = await wordsOf(ordered)
  const file = await textAt(pathOf(ordered, '/calendar.ics'))
  const mail = (await mailsOf(ordered)).find(({ kind }) => kind === 'subscription_canceled')

  expect(words).toContain(`Your subscription is canceled and ends on ${end}. You will not be charged again.`)
  expect(words).not.toContain('Next payments')
  expect(file.text).toContain('STATUS:CANCELLED')
  expect(mail?.text).toContain(`is canceled and ends on ${end}.`)

  await ask(app, ordered, '/resume')
  expect(await wordsOf(ordered)).toContain('$49.00 every month until you cancel.')
})

test('a buyer cannot undo a cancellation by the seller', async () => {
  const ordered = await subscribe(app, seller)
  const end = dayText(cycleStart(monthly, await began(ordered), 1))
  await cancelSubscription(app.services, await rowOf(app, ordered), 'period_end', 'seller')
  const mail = (await mailsOf(ordered)).find(({ kind }) => kind === 'subscription_canceled')

  expect(mail?.text).toMatch(
    new RegExp(`Seller \\d+ has canceled your subscription “.+”. It ends on ${end}.`),
  )
  expect(mail?.text).toContain('You will not be charged again.')
  expect(mail?.text).not.toContain('You can undo this')
})
