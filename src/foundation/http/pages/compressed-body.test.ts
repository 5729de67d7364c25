import { expect, test } from 'vitest'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { encodingOf, compressOnce } from './compressed-body.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, GZIP;q=0.5', 'gzip'],
  ['br ; q=0.000', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['brotli', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('a client that accepts %j gets the encoding %s', (accepted, encoding) => {
  expect(encodingOf(accepted)).toBe(encoding)
})

test('a stored response body is compressed once and decompresses to the same text', async () => {
  const text = '<p>Grüße</p>'.repeat(500)
  const body = compressOnce(text)

  expect((await body.in('identity')).toString()).toBe(text)
  expect(brotliDecompressSync(await body.in('br')).toString()).toBe(text)
  expect(gunzipSync(await body.in('gzip')).toString()).toBe(text)
  expect(await body.in('br')).toBe(await body.in('br'))
})
