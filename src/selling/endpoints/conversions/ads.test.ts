import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { eraseOldBuyers } from '#payments/purchases/records/erase-old-buyers.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { sendAll } from '../test-endpoints.ts'

const sha256 = (text: string) => hash('sha256', text, 'hex')
const meta = '1234567890123456'
const tikTok = 'C4ABCDEFGH1234567890'
let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await app.services.db.deleteFrom('webhookEndpoints').execute()
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})

async function connect(kind: 'ga4' | 'meta' | 'tiktok', publicId: string) {
  const body = { kind, publicId, secret: 'top secret', sendsRenewals: true }
  const answer = await call(app, 'POST', '/api/conversion-targets', { token: seller.token, body })
  expect(answer.status).toBe(201)
}

/** The words on the form's page, or null if it does not ask. */
async function asked(of = form) {
  const page = await (await fetch(`${app.url}/payment/${of}`)).text()
  const [, text = null] = /name="details\.adsConsent"[^>]*value="([^"]*)"/.exec(page) ?? []
  return text
}

async function buy(details: object, email = ' Bea@Example.com') {
  const answer = await pay(app, form, { email, details })
  const id = outcomeOf(answer).purchaseId
  await sendAll(app)
  await sendAll(app)
  return id
}

async function receivedBy(publicId: string) {
  const answer = await fetch(`${app.config.adPlatformsUrl ?? ''}/received/${publicId}`)
  return z.object({ data: z.array(z.looseObject({ body: z.unknown() })) }).parse(await answer.json()).data
}

const since = async (publicId: string) => {
  const before = (await receivedBy(publicId)).length
  return async () => (await receivedBy(publicId)).slice(before).map(({ body }) => body)
}

test('without the buyer’s consent, Meta and TikTok receive nothing', async () => {
  await connect('meta', meta)
  await connect('tiktok', tikTok)
  const [toMeta, toTikTok] = [await since(meta), await since(tikTok)]
  expect(await asked()).toContain('may tell its ad platforms (Meta, TikTok)')
  await buy({})
  // Nor for other words than the page's.
  await buy({ adsConsent: 'I agree to everything', clicks: 'fbclid=click-1' }, 'ada@example.com')

  expect(await toMeta()).toEqual([])
  expect(await toTikTok()).toEqual([])
})

test('with consent, each gets the purchase once, with the hash of the email and its own click', async () => {
  await connect('meta', meta)
  await connect('tiktok', tikTok)
  const [toMeta, toTikTok] = [await since(meta), await since(tikTok)]
  const ads = await asked()
  const id = await buy({ adsConsent: ads, clicks: 'fbclid=click-1&ttclid=click-2&gclid=click-3' })

  const sent = await toMeta()
  expect(sent).toMatchObject([
    {
      data: [
        {
          event_name: 'Purchase',
          event_id: id,
          action_source: 'website',
          user_data: { em: [sha256('bea@example.com')], client_user_agent: 'node' },
          custom_data: { value: 49, currency: 'USD' },
        },
      ],
    },
  ])
  expect(JSON.stringify(sent)).toMatch(/"fbc":"fb\.1\.\d{13}\.click-1"/)
  expect(JSON.stringify(sent)).not.toMatch(/@|Novak|click-[23]/)
  expect(await toTikTok()).toMatchObject([
    {
      event_source_id: tikTok,
      data: [
        {
          event: 'CompletePayment',
          event_id: id,
          user: { email: sha256('bea@example.com'), ttclid: 'click-2' },
        },
      ],
    },
  ])
  const kept = await app.services.db
    .selectFrom('consents')
    .select(['kind', 'text', 'locale', 'shared'])
    .where('purchaseId', '=', id)
    .execute()
  expect(kept).toMatchObject([{ kind: 'ads', text: ads, locale: 'en', shared: { with: ['meta', 'tiktok'] } }])
})

test('a platform that was connected after the consent learns nothing', async () => {
  await connect('meta', meta)
  const [toMeta, toTikTok] = [await since(meta), await since(tikTok)]
  const ads = await asked()
  expect(ads).toContain('(Meta)')
  const id = await buy({ adsConsent: ads })
  await connect('tiktok', tikTok)
  await sendAll(app)
  expect(await toMeta()).toMatchObject([{ data: [{ event_id: id }] }])
  expect(await toTikTok()).toEqual([])
  // The words on a page that was opened before name one platform fewer than today's.
  await buy({ adsConsent: ads }, 'ada@example.com')
  expect(await toMeta()).toHaveLength(1)
  expect(await toTikTok()).toEqual([])
})

test('only pages of shops with Meta or TikTok ask, and free ones do not', async () => {
  expect(await asked()).toBeNull()
  await connect('ga4', 'G-NOADSHERE1')
  const second = await createTestForm(app, seller)
  expect(await asked(second)).toBeNull()
  await connect('meta', meta)
  expect(await asked(await createTestForm(app, seller, { amount: 0 }))).toBeNull()
  expect(await asked(await createTestForm(app, seller))).not.toBeNull()
})

test('erasing a buyer deletes what platforms could learn', async () => {
  await connect('meta', meta)
  const id = await buy({ adsConsent: await asked(), clicks: 'fbclid=click-1' })
  const { db } = app.services
  await sql`delete from mails`.execute(db)
  await sql`update purchases set paid_at = now() - interval '12 years', created_at = now() - interval '12 years'
    where id = ${id}`.execute(db)
  await eraseOldBuyers(app.services, app.eraseBuyers)

  const kept = await db.selectFrom('consents').select(['shared']).where('purchaseId', '=', id).execute()
  expect(kept).toEqual([{ shared: null }])
})

test('an id that cannot be the platform’s is refused at its field', async () => {
  const body = { kind: 'meta', publicId: 'G-AB12', secret: 'x', sendsRenewals: false }
  const answer = await call(app, 'POST', '/api/conversion-targets', { token: seller.token, body })
  expect(answer.status).toBe(422)
  expect(JSON.stringify(answer.body)).toContain('A dataset ID has only digits')
})
