import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newKey, outcomeOf } from '#buying/checkout/pay/test-paying.ts'
import { accept, addBump, addOffer, offerOf, type TestOrder } from '#buying/upsells/test-offers.ts'
import { startMailServer, type MailServer } from '#foundation/mail/mail-test-server.ts'
import { createMailer } from '#foundation/mail/send-mails.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { receiptWriters } from '../mail/receipt-writers.ts'
import { fetchInvoice, invoicePathOf, textOf } from '../invoice/test-invoices.ts'

let app: TestApp
let smtp: MailServer
let american: string
let german: string

beforeAll(async () => {
  ;[app, smtp] = await Promise.all([startTestApp(), startMailServer()])
  ;[american, german] = [await createForm('US'), await createForm('DE')]
})
afterAll(async () => {
  await smtp.close()
  await app.close()
})

/** Creates a form for a seller in that country, with exclusive tax, a bump and an offer. */
async function createForm(country: string): Promise<string> {
  const seller = await signUpSeller(app)
  const { token } = seller
  await call(app, 'PATCH', '/api/seller/invoice-details', { token, body: { country } })
  const tax = { title: 'VAT', percentage: 20, inclusive: false }
  const { id } = z
    .object({ id: z.string() })
    .parse((await call(app, 'POST', '/api/taxes', { token, body: tax })).body)
  return createTestForm(app, seller, {
    title: 'Watercolor from zero',
    amount: 1490,
    taxId: id,
    bumps: [await addBump(app, seller)],
    oneTimeOffer: await addOffer(app, seller),
  })
}

/** A page's text without its HTML tags. */
async function read(path: string, language?: string): Promise<string> {
  const headers = language === undefined ? {} : { 'accept-language': language }
  const html = await (await fetch(app.url + path, { headers })).text()
  return html
    .replace(/<script type="application\/json".*?<\/script>/s, '')
    .replaceAll(/<!--.*?-->|<[^>]+>/gs, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')
}

async function buy(form: string, language?: string): Promise<TestOrder> {
  const answer = await call(app, 'POST', '/api/stripe/pay-form', {
    body: { form, email: `${newKey()}@example.com`, name: 'Bea', paymentMethodId: 'pm_card_visa' },
    headers: {
      'idempotency-key': newKey(),
      ...(language === undefined ? {} : { 'accept-language': language }),
    },
  })
  return outcomeOf(answer)
}

const pageOf = ({ purchaseId, secret }: TestOrder) => read(`/purchases/${purchaseId}?key=${secret}`)

/** The emails about an order, once everything due has been sent. */
async function mailsOf({ purchaseId }: TestOrder) {
  const { db, clock, config, metrics, tracer } = app.services
  const sender = createMailer({
    db,
    clock,
    metrics,
    tracer,
    smtpUrl: smtp.url,
    isProduction: true,
    render: app.renderMail,
    log: pino({ enabled: false }),
    from: 'Tillform <no-reply@tillform.example>',
    writers: receiptWriters({ db, clock, addresses: config }),
  })
  while ((await sender.sendDue()) > 0);
  sender.close()
  const mails = smtp.mails.map(({ headers, bodies }) => ({
    subject: headers.get('subject'),
    references: headers.get('references'),
    text: (bodies.get('text/plain') ?? '').replaceAll('\u00a0', ' ').replaceAll('\r', ''),
  }))
  return mails.filter(({ text }) => text.includes(purchaseId))
}

test('a US shop shows prices before tax, and a German shop shows prices with tax', async () => {
  const [net, receipt] = [await read(`/payment/${american}`), await pageOf(await buy(american))]
  const [gross, grossReceipt] = [await read(`/payment/${german}`), await pageOf(await buy(german))]

  expect(net).toContain('$1,490.00 + tax')
  expect(net).toContain('+ $9.00 + tax')
  expect(net).toContain('Watercolor from zero $1,490.00 VAT 20% $298.00')
  expect(net).toContain('Total $1,788.00 Pay $1,788.00')
  expect(receipt).toContain('Watercolor from zero $1,490.00 VAT 20% $298.00 Total $1,788.00')
  expect(gross).toContain('$1,788.00 incl. tax')
  expect(gross).toContain('+ $10.80 incl. tax')
  expect(gross).toContain('Watercolor from zero $1,788.00')
  expect(gross).toMatch(/Total \$1,788\.00 (?:Including VAT 20% \$298\.00 )?Pay \$1,788\.00/)
  expect(gross).toContain('Including VAT 20% $298.00')
  expect(grossReceipt).toContain('Watercolor from zero $1,788.00 Total $1,788.00 Including VAT 20% $298.00')
})

test('a buyer with a Greek browser gets Greek number formats on pages, emails and invoices', async () => {
  const page = await read(`/payment/${american}`, 'el-GR,el;q=0.9,en;q=0.8')
  const bought = await buy(american, 'el-GR,el;q=0.9')
  const [mail] = await mailsOf(bought)
  const invoice = await textOf((await fetchInvoice(app, invoicePathOf(bought))).bytes)
  const european = await buy(german, 'el-GR,el;q=0.9')
  const withdrawal = await read(`/purchases/${european.purchaseId}/withdraw?key=${european.secret}`)

  expect(page).toContain('1.490,00 $ + tax')
  expect(await pageOf(bought)).toContain('Total 1.788,00 $')
  expect(withdrawal).toContain('1.788,00 $')
  expect(mail?.text).toContain('VAT 20%: 298,00 $\nTotal: 1.788,00 $')
  expect(invoice.text.replaceAll(/\s+/g, ' ')).toContain('Total USD 1.788,00 $')
})

test('an offer’s receipt is in the same email thread as the order’s', async () => {
  const bought = await buy(american, 'en-US')
  await accept(app, bought, await offerOf(app, bought))
  const mails = await mailsOf(bought)

  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your receipt from .+: Watercolor from zero$/),
    expect.stringMatching(/^Your receipt from .+: The second course$/),
  ])
  expect(mails.map(({ references }) => references)).toEqual(
    Array.from({ length: 2 }, () => `<${bought.purchaseId}@tillform.example>`),
  )
  expect(mails[1]?.text).toContain('You added “The second course” to your purchase')
  for (const { text } of mails) expect(text).toMatch(/Paid on \w{3} \d+, \d{4} with Visa ending in 4242\./)
  expect(await pageOf(bought)).toContain('Paid with Visa ending in 4242')
})
