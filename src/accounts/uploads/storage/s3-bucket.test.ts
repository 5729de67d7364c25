// Tests bucket failures that the server of the other tests never produces.
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startAmazon, type Asked } from './amazon-test-server.ts'
import { openBucket } from './s3-bucket.ts'
import { openS3Storage } from './s3-storage.ts'
import { PartsLost } from './storage.ts'

beforeAll(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
})
afterAll(() => {
  vi.unstubAllEnvs()
})

type Answer = string | number | undefined

/** A bucket that gives these responses in turn after the initial check. */
async function openAnswering(...answers: Answer[]) {
  const waiting: Answer[] = ['', ...answers]
  const amazon = await startAmazon(() => waiting.shift())
  const storage = await openS3Storage(`s3://shop/files?endpoint=${encodeURIComponent(amazon.address)}`)
  const lines = () => amazon.asked.slice(1).map(({ line }: Asked) => line)
  return { storage, amazon, lines, [Symbol.dispose]: () => amazon[Symbol.dispose]() }
}

const refusal = (code: string) => `<?xml version="1.0"?>\n<Error><Code>${code}</Code></Error>`
const whole = { id: '1', path: 'a.mp4', type: 'video/mp4', size: 10, storageId: 'up' }

test('a bucket request is tried three times unless a retry cannot help', async () => {
  using passing = await openAnswering(503, undefined, 200)
  await passing.storage.put('a.txt', Buffer.from('content'))
  expect(passing.lines()).toEqual(Array.from({ length: 3 }, () => 'PUT /shop/files/a.txt'))
  expect(passing.amazon.asked.at(-1)?.body).toBe('content')

  using failing = await openAnswering(500, 500, 500, 200)
  await expect(failing.storage.put('a.txt', Buffer.from('content'))).rejects.toThrow('HTTP 500')
  using refusing = await openAnswering(403, 200)
  await expect(refusing.storage.put('a.txt', Buffer.from('content'))).rejects.toThrow('HTTP 403')
})

test('a file is not completed if the bucket reports an error with status 200', async () => {
  const error = refusal('InternalError')
  using bad = await openAnswering(404, error, error, error, 404)
  await expect(bad.storage.parts.finish(whole, [{ number: 1, tag: '"t"' }])).rejects.toThrow('InternalError')
  using lost = await openAnswering(
    404,
    refusal('NoSuchUpload'),
    refusal('NoSuchUpload'),
    refusal('NoSuchUpload'),
    404,
  )
  await expect(lost.storage.parts.finish(whole, [{ number: 1, tag: '"t"' }])).rejects.toThrow(PartsLost)
})

test('a large upload that breaks off is aborted in the bucket', async () => {
  using bucket = await openAnswering('<R><UploadId>up&amp;1</UploadId></R>', 200, 200, 200, 200, 204)
  const broken = Readable.from(
    (async function* () {
      yield Buffer.alloc(21 * 1024 * 1024)
      throw new Error('The connection broke')
    })(),
  )
  await expect(bucket.storage.put('a.mp4', broken)).rejects.toThrow('The connection broke')
  expect(bucket.lines()[0]).toBe('POST /shop/files/a.mp4?uploads=')
  expect(
    bucket
      .lines()
      .slice(1, 5)
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual([1, 2, 3, 4].map((number) => `PUT /shop/files/a.mp4?partNumber=${number}&uploadId=up%261`))
  expect(bucket.amazon.asked[2]?.body).toHaveLength(5 * 1024 * 1024)
  expect(bucket.lines()[5]).toBe('DELETE /shop/files/a.mp4?uploadId=up%261')
})

test('a bucket’s files are listed page by page with decoded names', async () => {
  const page = (keys: string, next = '') => `<L>${keys}${next}</L>`
  using bucket = await openAnswering(
    page(
      '<Contents><Key>files/a &amp; b</Key></Contents>',
      '<NextContinuationToken>n+1</NextContinuationToken>',
    ),
    page('<Contents><Key>files/&#x43;&#68;</Key></Contents>'),
  )
  expect(await bucket.storage.list()).toEqual(['a & b', 'CD'])
  expect(bucket.lines()[1]).toBe('GET /shop?list-type=2&prefix=files%2F&continuation-token=n%2B1')
})

test('Amazon’s buckets have their own host, unless dots in the name would invalidate its certificate', async () => {
  const linkOf = async (bucket: string) => {
    const { sign } = openBucket({ name: bucket, region: 'eu-central-1', endpoint: null })
    return new URL(await sign('a b/c.mp4', { 'response-content-disposition': 'attachment; a+b' }, 120))
  }
  const link = await linkOf('shop')
  expect(link.href).toMatch(/^https:\/\/shop\.s3\.eu-central-1\.amazonaws\.com\/a%20b\/c\.mp4\?/)
  expect(link.search).toContain('response-content-disposition=attachment%3B%20a%2Bb&')
  expect(link.searchParams.get('X-Amz-Credential')).toMatch(/^key\/\d{8}\/eu-central-1\/s3\/aws4_request$/)
  expect((await linkOf('my.shop')).href).toMatch(/^https:\/\/s3\.eu-central-1\.amazonaws\.com\/my\.shop\/a/)
})
