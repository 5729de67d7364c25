import { expect, test } from 'vitest'
import { readSource } from './visit-source.ts'

const page = 'https://pay.example.com/payment/f'
const stored = { source: 'newsletter' }

test.for([
  ['?utm_source=newsletter&utm_campaign=spring&x=1', '', { source: 'newsletter', campaign: 'spring' }],
  ['?utm_source=a&amp;utm_medium=email&amp;ref=anna', '', { source: 'a', medium: 'email', ref: 'anna' }],
  ['?utm_source=+&coupon=SPRING', '', {}],
  ['', 'https://news.example.com/private/path?token=1', { referrer: 'news.example.com' }],
  ['', 'https://pay.example.com/payment/other', {}],
  ['', 'about:client', {}],
  ['?purchase=1', 'https://bank.example.com/', {}],
] as const)('the link %s after “%s” shows where a buyer came from', ([search, referrer, source]) => {
  expect(readSource(new URL(page + search), referrer, null)).toEqual(source)
})

test('a buyer who returns or reloads keeps the source of the last link they followed', () => {
  const referrer = 'https://bank.example.com/'
  expect(readSource(new URL(`${page}?purchase=1`), referrer, stored)).toEqual(stored)
  expect(readSource(new URL(page), referrer, stored)).toEqual(stored)
  expect(readSource(new URL(`${page}?utm_source=ads`), '', stored)).toEqual({ source: 'ads' })
})
