import { afterAll, beforeAll, expect, test } from 'vitest'
import { order } from '#buying/upsells/test-offers.ts'
import { newId } from '#foundation/db/new-id.ts'
import { startMailServer } from '#foundation/mail/mail-test-server.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { mailLinks, keyOf } from './mail-links.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true, trustedProxies: ['127.0.0.1'] } })
})
afterAll(async () => app.close())

type Visit = { readonly status: number; readonly text: string; readonly cookie: string; readonly to: string }

let visitors = 0
/** An IP address that no other test uses. */
const newNetwork = () => `10.7.0.${(visitors += 1)}`

async function go(
  path: string,
  options: { body?: Record<string, string>; cookie?: string; from?: string; origin?: string } = {},
): Promise<Visit> {
  const { body, cookie = '', from = newNetwork(), origin } = options
  const response = await fetch(`${app.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: { cookie, 'x-forwarded-for': from, ...(origin === undefined ? {} : { origin }) },
    ...(body === undefined ? {} : { body: new URLSearchParams(body) }),
  })
  // With the referrer policy `no-referrer`, the page's form would send no origin, and its request would be rejected.
  expect(response.headers.get('referrer-policy')).not.toBe('no-referrer')
  const [set = ''] = response.headers.getSetCookie()
  return {
    status: response.status,
    text: await response.text(),
    cookie: set,
    to: response.headers.get('location') ?? '',
  }
}

async function shopOf({ userId }: { readonly userId: string }, of = app): Promise<string> {
  const { sellerId } = await of.services.db
    .selectFrom('members')
    .select('sellerId')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return sellerId
}

/** Requests a portal link and returns its key, or undefined if no link was emailed. */
async function ask(shop: string, email: string): Promise<string | undefined> {
  expect((await go(`/my/${shop}`, { body: { email } })).status).toBe(200)
  await mailLinks(app.services)
  const [link] = await app.services.db
    .selectFrom('buyerLinks')
    .select('id')
    .where('sellerId', '=', shop)
    .where('email', '=', email.toLowerCase())
    .where('usedAt', 'is', null)
    .orderBy('askedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return link && keyOf(app.config.authSecret, 'link', link.id)
}

/** Opens a portal link and returns the session's cookie. */
async function enter(shop: string, email: string): Promise<string> {
  const key = await ask(shop, email)
  const { status, cookie } = await go(`/my/${shop}/open`, { body: { key: key ?? '' } })
  expect(status).toBe(303)
  return cookie.split(';')[0] ?? ''
}

test('an email address opens only its own purchases in this shop', async () => {
  const [seller, stranger] = [await signUpSeller(app), await signUpSeller(app)]
  const [shop, other] = [await shopOf(seller), await shopOf(stranger)]
  const form = await createTestForm(app, seller)
  await order(app, form, { email: 'Ana@example.com' })
  await order(app, form, { email: 'bea@example.com', name: 'Bea of another address' })
  await order(app, await createTestForm(app, stranger, { title: 'Secret of another shop' }), {
    email: 'ana@example.com',
  })
  const cookie = await enter(shop, 'ana@EXAMPLE.com')
  const page = await go(`/my/${shop}`, { cookie })
  const data = await go(`/my/${shop}/data.json`, { cookie })
  const year = new Date().getUTCFullYear()
  const pdf = await go(`/my/${shop}/invoices/${year}.pdf`, { cookie })

  expect(page.text).toContain('A course in watercolor')
  expect(page.text).not.toContain('Secret of another shop')
  expect(data.text).toContain('"email": "Ana@example.com"')
  expect(data.text).not.toContain('Bea of another address')
  expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  expect((await go(`/my/${other}`, { cookie })).text).toContain('Enter the email you bought with')
  expect((await go(`/my/${other}/data.json`, { cookie })).status).toBe(303)
  const forged = cookie.replace(`buyer-${shop}`, `buyer-${other}`)
  expect((await go(`/my/${other}`, { cookie: forged })).text).toContain('Enter the email you bought with')

  const left = await go(`/my/${shop}/leave`, { cookie, body: {} })
  expect(left.status).toBe(303)
  expect((await go(`/my/${shop}`, { cookie })).text).toContain('Enter the email you bought with')
})

test('every portal page has its shop’s logo, color and contact details', async () => {
  const seller = await signUpSeller(app)
  const shop = await shopOf(seller)
  const logo = `/pictures/form-${newId()}`
  await app.services.db
    .updateTable('sellers')
    .set({ logo, brandColor: '#0f6e84', font: 'serif', contactEmail: 'hello@juniper.example' })
    .where('id', '=', shop)
    .execute()
  const pages = [
    await go(`/my/${shop}`),
    await go(`/my/${shop}`, { body: { email: 'no address' } }),
    await go(`/my/${shop}`, { body: { email: 'nobody@example.com' } }),
    await go(`/my/${shop}/open?key=over`),
  ]

  expect(pages.map(({ status }) => status)).toEqual([200, 422, 200, 410])
  for (const { text } of pages) {
    expect(text).toContain(`src="${logo}`)
    expect(text).toContain('--theme:#0f6e84')
    expect(text).toContain('mailto:hello@juniper.example')
  }
  expect((await go('/my/nobodys')).text).not.toContain('--theme:#0f6e84')
})

test('a year’s invoice download is complete even with many later purchases', async () => {
  const seller = await signUpSeller(app)
  const shop = await shopOf(seller)
  const { purchaseId } = await order(app, await createTestForm(app, seller), { email: 'gil@example.com' })
  const { db } = app.services
  const year = new Date().getUTCFullYear() - 1
  const row = await db
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  const later = Array.from({ length: 201 }, () => {
    const id = newId()
    return { ...row, id, idempotencyKey: id, paymentIntentId: null }
  })
  await db.insertInto('purchases').values(later).execute()
  const paidAt = new Date(Date.UTC(year, 5, 1))
  await db.updateTable('purchases').set({ paidAt }).where('id', '=', purchaseId).execute()
  const cookie = await enter(shop, 'gil@example.com')
  const pdf = await go(`/my/${shop}/invoices/${year}.pdf`, { cookie })

  expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  expect((await go(`/my/${shop}`, { cookie })).text).toContain(`/my/${shop}/invoices/${year}.pdf`)
  for (const none of [year - 1, 'last', '1e999'])
    expect((await go(`/my/${shop}/invoices/${none}.pdf`, { cookie })).status).toBe(404)
})

test('the portal does not reveal whether an email has purchases', async () => {
  const seller = await signUpSeller(app)
  const shop = await shopOf(seller)
  await order(app, await createTestForm(app, seller), { email: 'cleo@example.com' })
  const [known, unknown] = [
    await go(`/my/${shop}`, { body: { email: 'cleo@example.com' } }),
    await go(`/my/${shop}`, { body: { email: 'nobo@example.com' } }),
  ]
  const nonce = /nonce="[^"]*"/g
  const same = (text: string) => text.replaceAll(nonce, '').replaceAll(/cleo|nobo/g, '')

  expect(same(known.text)).toBe(same(unknown.text))
  expect([known.status, known.cookie]).toEqual([unknown.status, unknown.cookie])
  await mailLinks(app.services)
  const mails = await app.services.db
    .selectFrom('mails')
    .select('recipient')
    .where('kind', '=', 'buyer_link')
    .execute()
  expect(mails.map(({ recipient }) => recipient)).toContain('cleo@example.com')
  expect(mails.map(({ recipient }) => recipient)).not.toContain('nobo@example.com')
  const kept = await app.services.db
    .selectFrom('buyerLinks')
    .select('email')
    .where('sellerId', '=', shop)
    .execute()
  expect(kept).toEqual([{ email: 'cleo@example.com' }])
})

test('a portal link works once within 20 minutes and opens a one-hour session', async () => {
  const seller = await signUpSeller(app)
  const shop = await shopOf(seller)
  await order(app, await createTestForm(app, seller), { email: 'dan@example.com' })
  const key = (await ask(shop, 'dan@example.com')) ?? ''
  const open = `/my/${shop}/open`
  const looked = await go(`${open}?key=${key}`)
  const again = await go(`${open}?key=${key}`)
  const foreign = await go(open, { body: { key }, origin: 'https://evil.example' })
  const pressed = await go(open, { body: { key } })
  const doubleClick = await go(open, { body: { key } })
  app.clock.advance(10)
  const twice = await go(open, { body: { key } })

  expect([looked.status, looked.cookie, again.status]).toEqual([200, '', 200])
  expect(foreign.status).toBe(403)
  expect([pressed.status, pressed.to]).toEqual([303, `/my/${shop}`])
  expect(pressed.cookie).toMatch(/HttpOnly.*SameSite=Strict/)
  expect([doubleClick.status, doubleClick.cookie]).toEqual([303, pressed.cookie])
  expect([twice.status, twice.cookie]).toEqual([410, ''])
  expect((await go(open, { body: { key: key.replace(/.$/, 'x') } })).status).toBe(410)
  const cookie = pressed.cookie.split(';')[0] ?? ''
  // The key of a link cannot be used as a session, not even in a cookie.
  expect((await go(`/my/${shop}`, { cookie: `buyer-${shop}=${key}` })).text).toContain(
    'Enter the email you bought with',
  )

  app.clock.advance(59 * 60)
  expect((await go(`/my/${shop}`, { cookie })).text).toContain('A course in watercolor')
  // When a link in an email is followed, the browser sends its cookie only with the next page.
  const followed = await go(`${open}?key=${key}`)
  expect([followed.status, followed.text]).toEqual([410, expect.stringContaining(`href="/my/${shop}"`)])
  expect(followed.text).toContain('Show my purchases')
  app.clock.advance(2 * 60)
  expect((await go(`/my/${shop}`, { cookie })).text).toContain('Enter the email you bought with')
  expect((await go(`${open}?key=${key}`)).text).toContain('Ask for a new link')
  const late = (await ask(shop, 'dan@example.com')) ?? ''
  app.clock.advance(20 * 60)
  expect((await go(open, { body: { key: late } })).status).toBe(410)
  app.clock.set(new Date())
})

test('the key in an emailed link is stored nowhere', async () => {
  const mailServer = await startMailServer()
  const mail = { smtpUrl: mailServer.url, from: 'shop@example.com', contact: 'help@example.com' }
  const sending = await startTestApp({ config: { mail } })
  const seller = await signUpSeller(sending)
  await order(sending, await createTestForm(sending, seller), { email: 'fred@example.com' })
  const shop = await shopOf(seller, sending)
  await fetch(`${sending.url}/my/${shop}`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'fred@example.com' }),
  })
  await mailLinks(sending.services)
  sending.startWork()
  await expect.poll(() => mailServer.mails.length).toBe(2)
  const texts = mailServer.mails.map(({ bodies }) => bodies.get('text/plain') ?? '')
  const [key = ''] = texts.flatMap((text) => /open\?key=([\w.-]+)/.exec(text)?.[1] ?? [])
  const sentAt = () => sending.services.db.selectFrom('mails').selectAll().where('kind', '=', 'buyer_link')
  await expect.poll(async () => (await sentAt().executeTakeFirst())?.sentAt).not.toBeNull()
  const stored = JSON.stringify(await sending.services.db.selectFrom('mails').selectAll().execute())
  await sending.close()
  await mailServer.close()

  expect(key).not.toBe('')
  expect(stored).toContain('Your purchases from')
  expect(stored).not.toContain(key.split('.')[1])
})

test('after a correction, only the corrected email opens the portal', async () => {
  const seller = await signUpSeller(app)
  const shop = await shopOf(seller)
  const { purchaseId } = await order(app, await createTestForm(app, seller), { email: 'eve@gmial.example' })
  await app.services.db
    .updateTable('purchases')
    .set({ mailTo: 'Eve@gmail.example' })
    .where('id', '=', purchaseId)
    .execute()

  expect(await ask(shop, 'eve@gmial.example')).toBeUndefined()
  const cookie = await enter(shop, 'eve@gmail.example')
  expect((await go(`/my/${shop}`, { cookie })).text).toContain('A course in watercolor')
})

test('portal links are limited to five an hour per email and twenty per network', async () => {
  const shop = await shopOf(await signUpSeller(app))
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1)
    statuses.push((await go(`/my/${shop}`, { body: { email: 'fay@example.com' } })).status)
  const from = newNetwork()
  for (let count = 0; count < 21; count += 1)
    statuses.push((await go(`/my/${shop}`, { from, body: { email: `fay-${count}@example.com` } })).status)
  const wrong = await go(`/my/${shop}`, { body: { email: 'fay@' } })

  expect(statuses).toEqual([...Array<number>(5).fill(200), 429, ...Array<number>(20).fill(200), 429])
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('Email is not valid')
  expect(wrong.text).toContain('value="fay@"')
  expect((await go('/my/00000000-0000-4000-8000-000000000000')).status).toBe(404)
})
