import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { formOf, startUploads, type Seller, type UploadsServer } from '../uploads-test-server.ts'
import { avifOf, previewOf, previewSize } from './picture-sources.ts'
import { storePicture } from './store-picture.ts'

let server: UploadsServer
let seller: Seller
beforeAll(async () => {
  server = await startUploads()
  vi.stubEnv('TMPDIR', server.scratch)
  seller = await server.addSeller()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await server.stop()
})

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7f1ccf' } })

const upload = (content: Buffer | string, name = 'cover.png') =>
  server.post(seller, 'pictures', formOf(content, name, 'image/png'))

const urlOf = async (response: Response) => {
  expect(response.status).toBe(201)
  return z.object({ url: z.string() }).parse(await response.json()).url
}

const refusal = async (response: Response) => ({
  status: response.status,
  body: z
    .object({
      message: z.string(),
      requestId: z.string(),
      errors: z.record(z.string(), z.string()).optional(),
    })
    .parse(await response.json()),
})

test.each(['png', 'jpeg', 'gif', 'webp'] as const)('a %s is stored as public WebP', async (format) => {
  const url = await urlOf(await upload(await plain(800, 450).toFormat(format).toBuffer()))
  expect(url).toMatch(/^\/pictures\/form-[0-9a-f-]{36}\.webp$/)

  const response = await server.get(undefined, url)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  const { format: stored, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  expect({ stored, width, height }).toEqual({ stored: 'webp', width: 800, height: 450 })
})

test.each(['gif', 'webp'] as const)('only the first frame of an animated %s is stored', async (format) => {
  const frames = ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
    sharp({ create: { width: 160, height: 90, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  const moving = sharp(await Promise.all(frames), { join: { animated: true } })
  const url = await urlOf(await upload(await moving.toFormat(format).toBuffer(), `moving.${format}`))
  const picture = sharp(Buffer.from(await (await server.get(undefined, url)).arrayBuffer()))
  const { pages, height } = await picture.metadata()

  expect([pages ?? 1, height]).toEqual([1, 90])
  expect((await picture.stats()).dominant.r).toBeGreaterThan(200)
})

test('a picture is stored upright without camera metadata', async () => {
  const photo = await plain(1000, 2400)
    .withExif({ IFD0: { Copyright: 'a studio', Artist: 'at home' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const response = await server.get(undefined, await urlOf(await upload(photo)))
  const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata()

  expect(metadata).toMatchObject({ width: 1600, height: 667 })
  expect(metadata).not.toHaveProperty('exif')
  expect(metadata).not.toHaveProperty('orientation')
})

test('a picture’s smaller widths are created only once and deleted with the picture', async () => {
  const url = await urlOf(await upload(await plain(1600, 900).png().toBuffer()))
  const name = url.slice('/pictures/'.length, -'.webp'.length)
  const answers = await Promise.all([1, 2, 3, 4].map(() => server.get(undefined, `${url}?w=640`)))
  const pictures = await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  for (const picture of pictures) {
    expect(await sharp(Buffer.from(picture)).metadata()).toMatchObject({ width: 640, height: 360 })
  }
  expect((await server.stored()).filter((file) => file.startsWith(name)).sort()).toEqual([
    `${name}.w640.webp`,
    `${name}.webp`,
  ])

  expect((await server.remove(seller, url)).status).toBe(200)
  expect((await server.get(undefined, `${url}?w=640`)).status).toBe(404)
  expect((await server.stored()).filter((file) => file.startsWith(name))).toEqual([])
})

test('a picture’s smaller AVIF is created only once and deleted with the picture', async () => {
  const url = await urlOf(await upload(await readFile('src/operations/demo/art/watercolour-course.webp')))
  const name = url.slice('/pictures/'.length, -'.webp'.length)
  const address = avifOf(url)
  const answers = await Promise.all([1, 2].map(() => server.get(undefined, `${address}?w=320`)))
  for (const answer of answers) {
    expect(answer.headers.get('content-type')).toBe('image/avif')
    expect(answer.headers.get('vary')).toBeNull()
    const content = Buffer.from(await answer.arrayBuffer())
    expect(await sharp(content).metadata()).toMatchObject({ format: 'heif', width: 320 })
    const webp = await (await server.get(undefined, `${url}?w=320`)).arrayBuffer()
    expect(content.length).toBeLessThan(webp.byteLength)
  }
  const ofPicture = async () => (await server.stored()).filter((file) => file.startsWith(name)).sort()
  expect(await ofPicture()).toEqual([`${name}.w320.avif`, `${name}.w320.webp`, `${name}.webp`])
  expect((await server.remove(seller, url)).status).toBe(200)
  expect(await ofPicture()).toEqual([])
})

test('a link preview gets a picture as a JPEG in the declared size', async () => {
  const tall = sharp({ create: { width: 400, height: 900, channels: 4, background: '#00000000' } })
  const url = await urlOf(await upload(await tall.png().toBuffer()))
  const answer = await server.get(undefined, previewOf(url))
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  const content = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(content).metadata()).toMatchObject({ format: 'jpeg', ...previewSize })
  expect((await sharp(content).stats()).dominant).toMatchObject({ r: 248, g: 248, b: 248 })

  const name = url.slice('/pictures/'.length, -'.webp'.length)
  expect((await server.remove(seller, url)).status).toBe(200)
  expect((await server.stored()).filter((file) => file.startsWith(name))).toEqual([])
})

test.each(['641', '0', '640.0', '-320', '1e3', 'x'])('a picture’s width cannot be %s', async (width) => {
  const url = await urlOf(await upload(await plain(64, 36).png().toBuffer()))
  expect((await server.get(undefined, `${url}?w=${width}`)).status).toBe(422)
})

test.each([
  '/pictures/form-00000000-0000-7000-8000-000000000000.webp',
  '/pictures/..%2f..%2fetc%2fpasswd',
  '/pictures/%2e%2e%2f%2e%2e%2fpackage.json',
  '/pictures/.partial',
  '/pictures/form-00000000-0000-7000-8000-000000000000.w640.webp',
  '/pictures/a%00.webp',
])('the picture path %s gets 404', async (path) => {
  const response = await server.get(undefined, path)
  expect(response.status).toBe(404)
  expect(await response.json()).not.toHaveProperty('stack')
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

// Proves upload-limits.
test.each([
  ['an SVG', svg, 'image/svg+xml'],
  ['an SVG with an XML head', `<?xml version="1.0"?>${svg}`, 'application/xml'],
  ['a web page', '<!doctype html><script>alert(1)</script>', 'text/plain'],
  ['a PDF', '%PDF-1.7\n', 'application/pdf'],
  ['a text', 'not a picture', 'text/plain'],
  ['an unknown type', '\0\x01\x02', 'application/octet-stream'],
])('%s uploaded as a PNG is rejected', async (_, content, type) => {
  const { status, body } = await refusal(await upload(content))
  expect(status).toBe(422)
  expect(body.message).toBe(`File type ${type} is not supported`)
  expect(body.errors).toEqual({ file: body.message })
})

test('a damaged picture is rejected', async () => {
  const whole = await plain(400, 400).png({ compressionLevel: 0 }).toBuffer()
  const { status, body } = await refusal(await upload(whole.subarray(0, 5000), 'half.png'))
  expect(status).toBe(422)
  expect(body.message).toBe('The picture half.png is damaged. Save it again and upload the new file.')
})

/** A PNG that is small as a file but takes 2.5 gigapixels in memory. */
function bomb(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(50_000, 0)
  header.writeUInt32BE(50_000, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(6_251 * 1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

// Proves upload-limits.
test('a picture of more than 100 megapixels is rejected before it is decoded', async () => {
  const content = bomb()
  const { status, body } = await refusal(await upload(content, 'bomb.png'))
  expect(content.length).toBeLessThan(20_000)
  expect(status).toBe(422)
  expect(body.message).toBe('The picture bomb.png is too large. Use at most 100 megapixels.')
})

test('a photo of 20 MB and 48 megapixels is accepted and scaled down', { tags: 'long' }, async () => {
  const pixels = await plain(8064, 6048).jpeg().toBuffer()
  // Cameras append data to pictures, such as a clip of the last second.
  const photo = Buffer.concat([pixels, Buffer.alloc(20_000_000)])
  const url = await urlOf(await upload(photo, 'photo.jpg'))
  const stored = Buffer.from(await (await server.get(undefined, url)).arrayBuffer())
  expect(await sharp(stored).metadata()).toMatchObject({ width: 1600, height: 1200 })
})

test(
  'a picture over 50 MB is rejected while it is being received and leaves nothing behind',
  { tags: 'long' },
  async () => {
    const before = await server.stored()
    const content = Buffer.concat([await plain(8, 8).png().toBuffer(), Buffer.alloc(50 * 1024 * 1024)])
    const { status, body } = await refusal(await upload(content, 'big.png'))
    expect(status).toBe(413)
    expect(body.message).toBe('File big.png is too large. Maximum size is 50MB')
    expect(body.errors).toEqual({ file: body.message })
    expect(await server.stored()).toEqual(before)
    expect(await server.received()).toEqual([])
  },
)

test('a picture upload requires a valid purpose', async () => {
  const content = await plain(8, 8).png().toBuffer()
  for (const fields of [{ type: 'users' }, { type: '../x' }]) {
    const response = await server.post(seller, 'pictures', formOf(content, 'a.png', 'image/png', fields))
    expect((await refusal(response)).body.errors).toEqual({ type: 'Choose one of the listed values' })
  }
})

test('an upload with an unknown field is rejected with an error for that field', async () => {
  for (const kind of ['pictures', 'files'] as const) {
    const body = formOf('a', 'a.txt', 'text/plain', { type: 'bump' })
    body.set('folder', 'x')
    const response = await server.post(seller, kind, body)
    expect((await refusal(response)).body.errors).toEqual({
      folder: 'There is no field called "folder" here',
    })
  }
})

test('a demo picture is stored from its bytes like an upload', async () => {
  const owner = await server.addSeller()
  const content = await plain(1600, 900).png().toBuffer()
  const url = await storePicture(server.uploads, { ...owner, plan: 'GROWTH' }, 'bump', content)
  expect(url).toMatch(/^\/pictures\/bump-/)
  expect((await server.get(undefined, `${url}?w=320`)).status).toBe(200)
})
