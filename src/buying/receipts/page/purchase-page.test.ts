import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { FileAttachment } from '#accounts/uploads/contract.ts'
import { addFile } from '#accounts/uploads/test-files.ts'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { createMailer } from '#foundation/mail/send-mails.ts'
import { purchaseSecret } from '#payments/purchases/purchase.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { receiptWriters } from '../mail/receipt-writers.ts'

let app: TestApp
let seller: TestSeller
let form: string
let bought: string
let other: string
let otherFile: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  const [book, brushes, paper] = [
    await addFile(app, seller, 'Book of water.txt', 'Water flows.'),
    await addFile(app, seller, 'Brushes.txt', 'Use the wide one.'),
    await addFile(app, seller, 'Paper.txt', 'Cold pressed.'),
  ]
  bought = await addBump('A set of brushes', brushes)
  other = await addBump('A block of paper', paper)
  otherFile = idOf(paper)
  form = await createTestForm(app, seller, {
    files: [book],
    bumps: [bought, other],
    successMessage: 'See you <b>on Monday</b>',
  })
})
afterAll(async () => app.close())
beforeEach(() => app.clock.set(new Date()))

const idOf = ({ url }: FileAttachment) => url.split('/').at(-1) ?? ''

async function addBump(title: string, file: FileAttachment): Promise<string> {
  const body = {
    title,
    image: await addPicture(app, seller),
    description: 'For painters',
    amount: 9,
    currency: 'usd',
    files: [file],
  }
  const answer = await call(app, 'POST', '/api/bumps', { token: seller.token, body })
  return z.object({ id: z.string() }).parse(answer.body).id
}

const buy = async (fields: Readonly<Record<string, unknown>> = {}) =>
  outcomeOf(await pay(app, form, { bumps: [bought], email: `${newKey()}@example.com`, ...fields }))

const pageOf = async ({ purchaseId, secret }: { purchaseId: string; secret: string }) => {
  const answer = await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const linksIn = (page: string) =>
  [...page.matchAll(/href="(\/purchases\/[^"]+\/files\/[^"]+)"/g)].map(([, path = '']) =>
    path.replaceAll('&amp;', '&'),
  )

const refund = (id: string, amount?: number) =>
  call(app, 'POST', `/api/sales/${id}/refunds`, {
    token: seller.token,
    body: amount === undefined ? {} : { amount },
    headers: { 'idempotency-key': newKey() },
  })

test('a buyer sees their purchase, and the page sends no referrer', async () => {
  const page = await pageOf(await buy())

  expect(page.status).toBe(200)
  for (const shown of ['A course in watercolor', 'A set of brushes', '$49.00', '$9.00', '$58.00', 'Paid']) {
    expect(page.text).toContain(shown)
  }
  expect(page.text).toContain('See you &lt;b&gt;on Monday&lt;/b&gt;')
  expect(page.text).not.toContain('<script')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('x-robots-tag')).toContain('noindex')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('the purchase and payment pages share their light and dark color palettes', async () => {
  const paletteOf = (page: string) =>
    [...page.matchAll(/--(?:page|surface|ink|muted|line|field-edge|tint|danger|danger-tint|success):[^;}]+/g)]
      .map(([definition]) => definition)
      .toSorted()
  const payment = await (await fetch(`${app.url}/payment/${form}`)).text()
  const [own, unknown] = [await pageOf(await buy()), await pageOf({ purchaseId: 'nonsense', secret: '' })]

  expect(paletteOf(payment)).toHaveLength(20)
  expect(paletteOf(own.text)).toEqual(paletteOf(payment))
  expect(paletteOf(unknown.text)).toEqual(paletteOf(payment))
})

test('a wrong key and an unknown purchase id get the same page', async () => {
  const { purchaseId, secret } = await buy()
  const unknown = '01a1f882-85a6-763a-997b-e9385dbf9804'
  const pages = await Promise.all([
    pageOf({ purchaseId, secret: 'guessed' }),
    pageOf({ purchaseId, secret: '' }),
    pageOf({ purchaseId: unknown, secret }),
    pageOf({
      purchaseId: unknown,
      secret: purchaseSecret(app.config.authSecret, { id: unknown, keyGeneration: 0 }),
    }),
    pageOf({ purchaseId: 'nonsense', secret }),
  ])
  const plain = pages.map(({ status, text }) => `${status} ${text.replaceAll(/nonce="[^"]*"/g, '')}`)

  expect(new Set(plain).size).toBe(1)
  expect(plain[0]).toMatch(/^404 .*This purchase cannot be found/s)
})

test('a buyer can download only the files of the form and of the bumps they bought', async () => {
  const purchase = await buy()
  const links = linksIn((await pageOf(purchase)).text)
  const answers = await Promise.all(links.map((path) => fetch(app.url + path)))
  const [first = ''] = links
  const swapped = first.replace(/files\/[0-9a-f-]+/, `files/${otherFile}`)

  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual([
    'Water flows.',
    'Use the wide one.',
  ])
  expect(answers[0]?.headers.get('content-disposition')).toMatch(/^attachment; filename="Book of water\.txt"/)
  expect((await fetch(app.url + swapped)).status).toBe(404)
})

test('the first and last time a file was opened are stored, and HEAD requests do not count', async () => {
  const purchase = await buy()
  const [first = '', second = ''] = linksIn((await pageOf(purchase)).text)
  const openings = () =>
    app.services.db
      .selectFrom('fileOpenings')
      .select(['firstAt', 'lastAt'])
      .where('purchaseId', '=', purchase.purchaseId)
      .execute()
  await fetch(app.url + second, { method: 'HEAD' })
  const firstAt = app.clock.now()
  await (await fetch(app.url + first)).text()
  await expect.poll(openings).toEqual([{ firstAt, lastAt: firstAt }])
  app.clock.advance(60)
  await (await fetch(app.url + first)).text()

  await expect.poll(openings).toEqual([{ firstAt, lastAt: app.clock.now() }])
})

test('a file that could not be sent does not count as opened', async () => {
  const purchase = await buy()
  const [first = ''] = linksIn((await pageOf(purchase)).text)
  const id = first.split('/').at(-1)?.split('?')[0] ?? ''
  const { db } = app.services
  const mark = (deletedAt: Date | null) =>
    db.updateTable('uploads').set({ deletedAt }).where('id', '=', id).execute()
  const begunAt = async () =>
    (await db.selectFrom('purchases').select('begunAt').where('id', '=', purchase.purchaseId).execute())[0]
  const openings = () =>
    db.selectFrom('fileOpenings').select('firstAt').where('purchaseId', '=', purchase.purchaseId).execute()
  await mark(app.clock.now())
  const missing = await fetch(app.url + first)
  const before = await begunAt()
  await mark(null)
  app.clock.advance(60)
  await (await fetch(app.url + first)).text()

  expect([missing.status, before]).toEqual([404, { begunAt: null }])
  expect(await begunAt()).toEqual({ begunAt: app.clock.now() })
  await expect.poll(openings).toEqual([{ firstAt: app.clock.now() }])
})

test('a download link expires after 15 minutes and opens no other purchase', async () => {
  const [purchase, second] = [await buy(), await buy({ email: 'second@example.com' })]
  const [path = ''] = linksIn((await pageOf(purchase)).text)
  const moved = path.replace(purchase.purchaseId, second.purchaseId)
  const lengthened = path.replace(/expires=(\d+)/, (_, time: string) => `expires=${Number(time) + 900}`)
  app.clock.advance(15 * 60 - 5)
  const intime = await fetch(app.url + path)
  app.clock.advance(10)
  const late = await fetch(app.url + path)

  expect(intime.status).toBe(200)
  expect([late.status, await late.text()]).toEqual([410, expect.stringContaining('has expired')])
  expect((await fetch(app.url + moved)).status).toBe(404)
  expect((await fetch(app.url + lengthened)).status).toBe(404)
})

test('downloads remain available after a partial refund but not after a full one', async () => {
  const purchase = await buy()
  await refund(purchase.purchaseId, 8)
  const part = await pageOf(purchase)
  const [path = ''] = linksIn(part.text)
  const open = await fetch(app.url + path)
  await refund(purchase.purchaseId)
  const whole = await pageOf(purchase)

  expect(part.text).toContain('Partly refunded')
  expect(part.text).toContain('−$8.00')
  expect(open.status).toBe(200)
  expect(whole.text).toContain('Its downloads are no longer available')
  expect(linksIn(whole.text)).toEqual([])
  expect((await fetch(app.url + path)).status).toBe(404)
})

test('a refunded purchase without files does not mention downloads', async () => {
  const plain = await createTestForm(app, seller)
  const purchase = outcomeOf(await pay(app, plain, { email: `${newKey()}@example.com` }))
  await refund(purchase.purchaseId)
  const { text } = await pageOf(purchase)
  expect(text).toContain('This purchase has been refunded.')
  expect(text).not.toContain('no longer available')
})

// Proves one-receipt.
test('an unpaid purchase shows that nothing was charged and gives no access to files', async () => {
  const waiting = await buy({ paymentMethodId: 'pm_card_authenticationRequired' })
  const page = await pageOf(waiting)

  expect(page.text).toContain('You have not been charged')
  expect(page.text).toMatch(new RegExp(`<a href="/payment/${form}"[^>]*>Buy it again</a>`))
  expect(page.text).not.toContain('See you')
  expect(linksIn(page.text)).toEqual([])
})

const sendDue = async () => {
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
}

const mailsOf = (purchaseId: string) =>
  app.services.db.selectFrom('mails').selectAll().where('purchaseId', '=', purchaseId).orderBy('id').execute()

test('a receipt links to the purchase page and lists the downloads', async () => {
  const purchase = await buy()
  await refund(purchase.purchaseId, 8)
  await refund(purchase.purchaseId, 8)
  app.clock.advance(1)
  await sendDue()
  const [receipt, ...refunds] = await mailsOf(purchase.purchaseId)
  const url = `${app.url}/purchases/${purchase.purchaseId}?key=${purchase.secret}`

  const [, sellerName = ''] = /Sold by (Seller \d+)\./.exec(receipt?.text ?? '') ?? []

  expect(receipt?.subject).toMatch(/^Your receipt from .+: A course in watercolor$/)
  expect(receipt?.text).toContain(url)
  expect(receipt?.html).toContain(`href="${url}"`)
  expect(receipt?.text).toContain('- Book of water.txt\n- Brushes.txt')
  expect(receipt?.text).not.toContain('Paper.txt')
  expect(refunds.map(({ kind, subject }) => `${kind}: ${subject ?? ''}`)).toEqual(
    Array.from({ length: 2 }, () => `refund: Your refund from ${sellerName}: $8.00`),
  )
  expect(refunds[0]?.text).toContain('has refunded $8.00 of $58.00 for “A course in watercolor”.')
  expect(refunds[0]?.text).toContain(url)
})

test('names in an email become neither links nor email headers', async () => {
  const name = 'Win at https://evil.example/now <a href="//x">now</a> www.evil.example'
  const { purchaseId } = await buy({ name, email: 'victim@example.com' })
  await sendDue()
  const [mail] = await mailsOf(purchaseId)
  const said = `${mail?.subject ?? ''} ${mail?.text ?? ''} ${mail?.html ?? ''}`

  expect(said).not.toContain('evil.example')
  expect(said).not.toContain('https://evil')
  expect(mail?.html).not.toContain('<a href="//x"')
})
