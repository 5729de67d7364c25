// Tests partial downloads and videos, and which requests count as opening a file.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FileAttachment } from '#accounts/uploads/contract.ts'
import { addFile, tinyVideo } from '#accounts/uploads/test-files.ts'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller
let lesson: FileAttachment
let form: string
let bare: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  lesson = await addFile(app, seller, 'Lesson 1.mp4', tinyVideo)
  const files = [
    lesson,
    await addFile(app, seller, 'Lesson 1.vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\nWater flows.\n'),
    await addFile(app, seller, 'Lesson 1.de.vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\nWasser fließt.\n'),
    await addFile(app, seller, 'Lesson 10.vtt', 'WEBVTT\n'),
  ]
  form = await createTestForm(app, seller, { files })
  bare = await createTestForm(app, seller, { files: [await addFile(app, seller, 'Book.txt')] })
})
afterAll(async () => app.close())
beforeEach(() => app.clock.set(new Date()))

const buy = async (of = form) => outcomeOf(await pay(app, of, { email: `${newKey()}@example.com` }))
type Bought = Awaited<ReturnType<typeof buy>>

const pageOf = async ({ purchaseId, secret }: Bought) => {
  const answer = await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)
  return { policy: answer.headers.get('content-security-policy') ?? '', text: await answer.text() }
}

const addressesIn = (page: string, attribute: 'href' | 'src', ending = '') =>
  [
    ...page.matchAll(new RegExp(`${attribute}="(/purchases/[^"]+/files/[0-9a-f-]+${ending}\\?[^"]+)"`, 'g')),
  ].map(([, path = '']) => path.replaceAll('&amp;', '&'))

const videoOf = async (purchase: Bought) =>
  addressesIn((await pageOf(purchase)).text, 'src', '/video')[0] ?? ''
const downloadOf = async (purchase: Bought) => addressesIn((await pageOf(purchase)).text, 'href')[0] ?? ''

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(app.url + path, { headers, method })
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
}

const openings = ({ purchaseId }: Bought) =>
  app.services.db
    .selectFrom('fileOpenings')
    .select(['fileId', 'firstAt', 'lastAt'])
    .where('purchaseId', '=', purchaseId)
    .execute()
const begunAt = async ({ purchaseId }: Bought) => {
  const { db } = app.services
  const row = db.selectFrom('purchases').select('begunAt').where('id', '=', purchaseId)
  return (await row.executeTakeFirstOrThrow()).begunAt
}

const fileId = () => lesson.url.replace('/api/files/', '')

test('an interrupted download resumes where it stopped', async () => {
  const path = await downloadOf(await buy())
  const whole = await get(path)
  const version = whole.headers.get('etag') ?? ''
  const rest = await get(path, { range: 'bytes=500-', 'if-range': version })

  expect(whole.headers.get('accept-ranges')).toBe('bytes')
  expect(rest.status).toBe(206)
  expect(rest.headers.get('content-range')).toBe(`bytes 500-${tinyVideo.length - 1}/${tinyVideo.length}`)
  expect(rest.headers.get('content-length')).toBe(String(tinyVideo.length - 500))
  expect(Buffer.concat([whole.body.subarray(0, 500), rest.body]).equals(tinyVideo)).toBe(true)
  expect((await get(path, { range: 'bytes=500-', 'if-range': '"another"' })).body.equals(tinyVideo)).toBe(
    true,
  )
})

test('a range of a text file is sent uncompressed', async () => {
  const path = await downloadOf(await buy(bare))
  const part = await get(path, { range: 'bytes=0-4', 'accept-encoding': 'br, gzip' })

  expect([part.status, part.headers.get('content-encoding'), part.body.toString()]).toEqual([
    206,
    null,
    'Water',
  ])
})

test('a request for a range beyond the file is rejected and does not count as opening it', async () => {
  const purchase = await buy()
  const path = await videoOf(purchase)
  const answer = await get(path, { range: `bytes=${tinyVideo.length}-` })

  expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${tinyVideo.length}`])
  expect(await begunAt(purchase)).toBeNull()
  expect(await openings(purchase)).toEqual([])
})

test('a video plays on the purchase page, which allows media only from its own origin', async () => {
  const purchase = await buy()
  const { policy, text } = await pageOf(purchase)
  const [path = ''] = addressesIn(text, 'src', '/video')
  const part = await get(path, { range: 'bytes=0-9' })

  expect(text).toMatch(/<video controls[^>]* preload="none"[^>]* aria-label="Lesson 1\.mp4"/i)
  expect(policy).toContain("; media-src 'self';")
  expect((await pageOf(await buy(bare))).policy).not.toContain('media-src')
  expect([part.status, part.body.equals(tinyVideo.subarray(0, 10))]).toEqual([206, true])
  expect(Object.fromEntries(part.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-disposition': 'inline',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test('captions are matched to their video by name and do not count as opening it', async () => {
  const purchase = await buy()
  const { text } = await pageOf(purchase)
  const captions = addressesIn(text, 'src', '/captions')
  const [first, german] = await Promise.all(captions.map((path) => get(path)))

  expect(text).toContain('label="Captions"')
  expect(text).toMatch(/label="German" srclang="de"/i)
  expect(text).toContain('Download Lesson 10.vtt')
  expect(text).not.toContain('Download Lesson 1.vtt')
  expect(first?.headers.get('content-type')).toBe('text/vtt')
  expect(german?.body.toString()).toContain('Wasser fließt.')
  expect(await openings(purchase)).toEqual([])
  expect(await begunAt(purchase)).toBeNull()
})

test('only the first play of a video counts as opening its file', async () => {
  const purchase = await buy()
  const path = await videoOf(purchase)
  await get(path, {}, 'HEAD')
  expect(await begunAt(purchase)).toBeNull()
  const at = app.clock.now()
  await get(path, { range: 'bytes=0-99' })
  const opened = [{ fileId: fileId(), firstAt: at, lastAt: at }]
  await expect.poll(() => openings(purchase)).toEqual(opened)
  app.clock.advance(60)
  await get(path, { range: 'bytes=600-' })
  // If this request were counted as opening the file, the check below would fail.
  await get(path, { range: 'bytes=700-' })

  expect(await openings(purchase)).toEqual(opened)
  expect(await begunAt(purchase)).toEqual(at)
})

test('a video stops playing after a refund', async () => {
  const purchase = await buy()
  const path = await videoOf(purchase)
  const before = await get(path, { range: 'bytes=0-99' })
  await call(app, 'POST', `/api/sales/${purchase.purchaseId}/refunds`, {
    token: seller.token,
    body: {},
    headers: { 'idempotency-key': newKey() },
  })

  expect(before.status).toBe(206)
  expect((await get(path, { range: 'bytes=100-' })).status).toBe(404)
})

test('a video’s URL works for 12 hours and opens nothing else', async () => {
  const purchase = await buy()
  const path = await videoOf(purchase)
  app.clock.advance(12 * 60 * 60 - 5)
  expect((await get(path)).status).toBe(200)
  expect((await get(path.replace('/video', ''))).status).toBe(404)
  expect((await get(path.replace('/video', '/captions'))).status).toBe(404)
  app.clock.advance(10)
  expect((await get(path)).status).toBe(410)
})
