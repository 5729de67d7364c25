import { expect, test } from 'vitest'
import { purchaseSource, sourceColumn } from './source.ts'

const stored = (given: object) => sourceColumn(purchaseSource.parse(given))

test('a purchase’s source keeps the tags of its link, each on one line', () => {
  expect(
    stored({ source: ' newsletter ', campaign: 'spring\n\u0000sale', referrer: 'News.Example.com' }),
  ).toEqual({ source: 'newsletter', campaign: 'spring sale', referrer: 'news.example.com' })
})

test('a purchase’s source takes less than a kilobyte in any script and is only cut between characters', () => {
  const long = '🏳️‍🌈'.repeat(2_000)
  const source = stored({
    source: long,
    medium: 'x'.repeat(10_000),
    campaign: 'ä'.repeat(300),
    content: long,
    term: long,
    ref: long,
    referrer: `${'a'.repeat(300)}.com`,
  })
  expect(Buffer.byteLength(JSON.stringify(source))).toBeLessThanOrEqual(1024)
  expect(source?.['source']).toBe('🏳️‍🌈'.repeat(9))
  expect(source?.['medium']).toBe('x'.repeat(100))
})

test('half of an emoji in a link does not prevent the source from being stored', () => {
  expect(stored({ source: 'mail \ud83d', campaign: 'spring \ud83d\ude00', ref: '\udc00' })).toEqual({
    source: 'mail',
    campaign: 'spring 😀',
  })
})

test.each([[{}], [{ source: ' \n ' }], [{ referrer: 'https://a.example/path' }], [{ referrer: '<b>' }]])(
  '%j contains no usable source',
  (given) => {
    expect(stored(given)).toBeNull()
  },
)
