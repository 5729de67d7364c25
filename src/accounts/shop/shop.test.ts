import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { fetchInvoice, invoicePathOf, textOf } from '#buying/receipts/invoice/test-invoices.ts'
import { receiptWriters } from '#buying/receipts/mail/receipt-writers.ts'
import { startMailServer, type MailServer } from '#foundation/mail/mail-test-server.ts'
import { createMailer } from '#foundation/mail/send-mails.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { shop } from './contract.ts'

let app: TestApp
let smtp: MailServer

beforeAll(async () => {
  app = await startTestApp()
  smtp = await startMailServer()
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

const path = '/api/seller/shop'
const studio = {
  name: 'Juniper Studio',
  logo: null,
  wideLogo: null,
  contactEmail: 'hello@juniper.example',
  website: 'https://juniper.example/',
  termsUrl: 'https://juniper.example/terms',
  brandColor: '#0f6e84',
  font: 'serif',
  timeZone: 'Europe/Vienna',
}
const read = async ({ token }: TestSeller) => shop.parse((await call(app, 'GET', path, { token })).body)
const save = ({ token }: TestSeller, changes: object = {}) =>
  call(app, 'PATCH', path, { token, body: { ...studio, ...changes } })

const upload = async ({ token }: TestSeller, width: number) => {
  const picture = sharp({ create: { width, height: 300, channels: 4, background: '#0f6e84' } })
  const body = new FormData()
  body.set('type', 'divers')
  body.set('file', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'logo.png')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${app.url}/api/uploads/pictures`, { method: 'POST', body, headers })
  return z.object({ url: z.string() }).parse(await response.json()).url
}

const buy = async (seller: TestSeller, form?: string) =>
  outcomeOf(await pay(app, form ?? (await createTestForm(app, seller)), { email: `${newKey()}@example.com` }))

const pageOf = async ({ purchaseId, secret }: { purchaseId: string; secret: string }) =>
  (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()
const invoiceOf = async (bought: { purchaseId: string; secret: string }) =>
  (await textOf((await fetchInvoice(app, invoicePathOf(bought))).bytes)).text

const mailer = () => {
  const { db, log, config, metrics, tracer } = app.services
  const writers = receiptWriters({ db, clock: app.clock, addresses: config })
  const from = 'Tillform <no-reply@tillform.example>'
  const parts = { db, log, metrics, tracer, clock: app.clock, writers, from, render: app.renderMail }
  return createMailer({ ...parts, isProduction: true, smtpUrl: smtp.url })
}
/** The newest email about a purchase, after sending all due emails. */
const receiptMail = async ({ purchaseId }: { purchaseId: string }) => {
  const sender = mailer()
  while ((await sender.sendDue()) > 0);
  sender.close()
  const mails = smtp.mails.map(({ headers, bodies }) => ({
    subject: headers.get('subject'),
    replyTo: headers.get('reply-to'),
    text: (bodies.get('text/plain') ?? '').replaceAll(/[\u2060\r]/g, ''),
    html: (bodies.get('text/html') ?? '').replaceAll('\u2060', ''),
  }))
  return mails.findLast(({ text }) => text.includes(purchaseId))
}

test('a new shop uses its sign-up name and shows buyers only what was set', async () => {
  const seller = await signUpSeller(app)
  const own = await read(seller)
  const bought = await buy(seller)
  const mail = await receiptMail(bought)
  const page = await pageOf(bought)

  expect(own).toMatchObject({
    logo: null,
    contactEmail: null,
    website: null,
    termsUrl: null,
    brandColor: null,
    font: 'system',
    country: 'US',
  })
  expect(own.name).toMatch(/^Seller \d+$/)
  expect(mail?.replyTo).toBeUndefined()
  for (const said of [mail?.text, mail?.html, page, await invoiceOf(bought)]) {
    expect(said).not.toMatch(/Questions|mailto:/)
  }
})

test('buyers see the shop’s settings on pages, in emails and on the invoice', async () => {
  const seller = await signUpSeller(app)
  const formerName = (await read(seller)).name
  const [logo, wideLogo] = [await upload(seller, 300), await upload(seller, 900)]
  expect((await save(seller, { logo, wideLogo })).body).toEqual({
    ...studio,
    logo,
    wideLogo,
    country: 'US',
    embedHosts: [],
    announcesPurchases: false,
    namesOrderAfterPaying: false,
  })
  const form = await createTestForm(app, seller)
  const payment = await (await fetch(`${app.url}/payment/${form}`)).text()
  const bought = await buy(seller, form)
  const mail = await receiptMail(bought)
  const page = await pageOf(bought)
  const invoice = await invoiceOf(bought)

  expect(payment).toContain(`${logo}?w=320`)
  expect(payment).toMatch(/body\{font-family:Charter/)
  // The payment page uses the form's color instead of the shop's brand color.
  expect(payment).toContain('--theme:#7f1ccf')
  expect(page).toContain(`${wideLogo}?w=640`)
  expect(page).toContain('--theme:#0f6e84')
  expect(page).toContain('mailto:hello@juniper.example')
  expect(mail?.subject).toMatch(/^Your receipt from .+: A course in watercolor$/)
  expect(mail?.replyTo).toBe('hello@juniper.example')
  expect(mail?.text).toContain('Questions? Write to hello@juniper.example\nhttps://juniper.example/')
  expect(mail?.html).toContain('href="mailto:hello@juniper.example"')
  expect(mail?.html).toContain(`${app.config.publicUrl}${wideLogo.replace('.webp', '.png')}`)
  expect(mail?.html).toContain('background:#0f6e84')
  expect(invoice).toMatch(/Questions about this invoice\? Write to\s+hello@juniper\.example/)
  for (const said of [payment, page, mail?.text, mail?.html, invoice]) {
    expect(said).toContain('Juniper Studio')
    expect(said).not.toContain(formerName)
  }
  const png = await fetch(app.url + wideLogo.replace('.webp', '.png'))
  expect([png.status, png.headers.get('content-type')]).toEqual([200, 'image/png'])
  const { width, height } = await sharp(Buffer.from(await png.arrayBuffer())).metadata()
  expect([width, height]).toEqual([480, 160])
})

test('a form without its own terms uses the shop’s terms, if it has any', async () => {
  const seller = await signUpSeller(app)
  await save(seller)
  const own = 'https://juniper.example/workshops'
  const [plain, special] = [
    await createTestForm(app, seller),
    await createTestForm(app, seller, { termsUrl: own }),
  ]
  const termsOn = async (form: string) => {
    const page = await (await fetch(`${app.url}/payment/${form}`)).text()
    return /href="([^"]+)"[^>]*>terms of/.exec(page)?.[1]
  }

  expect([await termsOn(plain), await termsOn(special)]).toEqual([studio.termsUrl, own])
  await save(seller, { termsUrl: '' })
  expect(await termsOn(await createTestForm(app, seller))).toBeUndefined()
})

test('a receipt that needs a second attempt still sends replies to the shop', async () => {
  const seller = await signUpSeller(app)
  await save(seller)
  const bought = await buy(seller)
  smtp.refusal = { code: 451, message: 'later' }
  await receiptMail(bought)
  smtp.refusal = undefined
  app.clock.advance(3_600)
  expect((await receiptMail(bought))?.replyTo).toBe('hello@juniper.example')
})

test('earlier invoices keep the old shop name, with or without invoice details', async () => {
  const seller = await signUpSeller(app)
  const details = {
    name: '',
    addressLine1: '',
    addressLine2: '',
    postalCode: '',
    city: 'Graz',
    country: null,
    taxNumber: '',
    note: '',
  }
  const detail = (changes: object) =>
    call(app, 'PATCH', '/api/seller/invoice-details', {
      token: seller.token,
      body: { ...details, ...changes },
    })
  const first = (await read(seller)).name
  const atFirst = await buy(seller)
  await detail({})
  const withDetails = await buy(seller)
  await save(seller, { name: 'Second name' })
  const second = await buy(seller)
  await save(seller, { name: 'Third name' })
  await detail({ name: 'A legal name' })
  const legal = await buy(seller)

  const from = (name: string) => new RegExp(String.raw`Issued by\s+${name}\s`)
  expect(await invoiceOf(atFirst)).toMatch(from(first))
  expect(await invoiceOf(withDetails)).toMatch(from(String.raw`${first}\s+Graz`))
  expect(await invoiceOf(second)).toMatch(from(String.raw`Second name\s+Graz`))
  expect(await invoiceOf(legal)).toMatch(from('A legal name'))
  // The purchase page shows the current name.
  expect(await pageOf(atFirst)).toContain('Sold by Third name.')
  expect(await pageOf(legal)).not.toContain('A legal name')
})

test('a shop’s time zone reaches every member and can be unset', async () => {
  const seller = await signUpSeller(app)
  const clockOf = async () => (await call(app, 'GET', '/api/rights', { token: seller.token })).body
  expect(await clockOf()).toMatchObject({ timeZone: null })
  await save(seller)
  expect(await clockOf()).toMatchObject({ timeZone: 'Europe/Vienna' })
  await save(seller, { timeZone: '' })
  expect(await clockOf()).toMatchObject({ timeZone: null })
})

test('a deleted form’s page shows the shop’s name and contact address', async () => {
  const seller = await signUpSeller(app)
  await save(seller)
  const form = await createTestForm(app, seller)
  await call(app, 'DELETE', `/api/forms/${form}`, { token: seller.token })
  const page = await (await fetch(`${app.url}/payment/${form}`)).text()
  expect(page).toContain('Juniper Studio')
  expect(page).toContain('mailto:hello@juniper.example')
})

test.each([
  ['name', '   '],
  ['name', 'x'.repeat(121)],
  ['logo', '/pictures/divers-0.webp'],
  ['logo', '/pictures/divers-00000000-0000-4000-8000-000000000000.webp'],
  ['wideLogo', 'https://evil.example/x.png'],
  ['contactEmail', 'nobody'],
  ['contactEmail', 'a@b.example\r\nBcc: c@d.example'],
  ['website', 'javascript:alert(1)'],
  ['termsUrl', 'javascript:alert(1)'],
  ['website', 'https://juniper.example/\u202egpj.exe'],
  ['brandColor', 'red;}body{display:none'],
  ['font', 'Comic Sans'],
  ['timeZone', '+05:30'],
  ['embedHosts', ['*.github.io']],
  ['surprise', 'x'],
])('a shop’s %s cannot be %j', async (field, value) => {
  const answer = await save(await signUpSeller(app), { [field]: value })
  const { errors } = z.object({ errors: z.record(z.string(), z.string()) }).parse(answer.body)
  expect([answer.status, Object.keys(errors)]).toEqual([422, [field]])
})

test('a contact email that is too long is rejected', async () => {
  const answer = await save(await signUpSeller(app), { contactEmail: `${'a'.repeat(128)}@b.example` })
  expect(answer.body).toMatchObject({ errors: { contactEmail: 'to long' } })
})

test('a logo must be the shop’s own picture and cannot be deleted while in use', async () => {
  const [seller, stranger] = [await signUpSeller(app), await signUpSeller(app)]
  const logo = await upload(seller, 300)
  expect((await save(stranger, { logo })).status).toBe(422)
  await save(seller, { logo })
  await call(app, 'DELETE', `/api/uploads?path=${logo}`, { token: seller.token })
  expect((await fetch(app.url + logo)).status).toBe(200)
  await save(seller)
  await call(app, 'DELETE', `/api/uploads?path=${logo}`, { token: seller.token })
  expect([
    (await fetch(app.url + logo)).status,
    (await fetch(app.url + logo.replace('webp', 'png'))).status,
  ]).toEqual([404, 404])
})

test('members see the shop’s settings, but only billing managers can change them', async () => {
  const [seller, member] = [await signUpSeller(app), await signUpSeller(app)]
  await save(seller)
  const { db } = app.services
  const { sellerId } = await db
    .selectFrom('members')
    .select('sellerId')
    .where('userId', '=', seller.userId)
    .executeTakeFirstOrThrow()
  const role = await db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'Manager')
    .executeTakeFirstOrThrow()
  const standing = { sellerId, isOwner: false, roleId: role.id }
  await db.updateTable('members').set(standing).where('userId', '=', member.userId).execute()
  const refused = await save(member, { name: 'Mine now' })
  const entries = await db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'before', 'after'])
    .where('sellerId', '=', sellerId)
    .execute()

  expect(refused.status).toBe(403)
  expect(await read(member)).toMatchObject({ name: 'Juniper Studio' })
  expect(entries).toEqual([{ action: 'seller.shop', actorId: seller.userId, before: null, after: null }])
  expect((await call(app, 'GET', '/api/account/export', { token: seller.token })).body).toMatchObject({
    seller: { name: 'Juniper Studio' },
    shop: studio,
  })
})

test('buyers see only the name of a closed shop', async () => {
  const seller = await signUpSeller(app, { plan: 'trial' })
  await save(seller)
  const bought = await buy(seller)
  const erased = await call(app, 'POST', '/api/account/erase', {
    token: seller.token,
    body: { password: 'correct-horse' },
  })
  const page = await pageOf(bought)
  expect(erased.status).toBe(200)
  expect(page).toContain('Sold by Juniper Studio.')
  expect(page).not.toMatch(/juniper\.example|#0f6e84/)
})
