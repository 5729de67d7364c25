import fc from 'fast-check'
import { expect, test } from 'vitest'
import { busyTime } from '#foundation/process/test-busy-time.ts'
import { mendAddress } from './mend-address.ts'
import { before, behind, expectMended, id, key, pages, price, sent } from './test-lengthened.ts'

test(
  'an id or code with any character before or after it leads to the intended page',
  { tags: 'long' },
  () => {
    for (const page of pages) {
      const place = page.lastIndexOf('/') + 1
      for (const mark of behind.flatMap(sent)) {
        expectMended(page + mark, page)
        const isText = /[\p{L}\p{N}]/u.test(decodeURIComponent(mark))
        if (!isText || /^\/(?:payment|s)\//.test(page)) expectMended(`${page}/${mark}`, page)
        expectMended(`${page}${mark}?utm_source=x`, `${page}?utm_source=x`)
      }
      for (const mark of before.flatMap(sent)) {
        expectMended(page.slice(0, place) + mark + page.slice(place), page)
        for (const end of behind.flatMap(sent)) {
          expectMended(page.slice(0, place) + mark + page.slice(place) + end, page)
        }
      }
      for (const mark of ['=', '-', '_', '%E3%80', '%', '%ZZ', '%2520', '%25E3%2580%2582'])
        expectMended(page + mark, page)
    }
    for (const mark of behind.flatMap(sent)) expectMended(`/login${mark}`, '/login')
  },
)

test('an id or code that is split at any position leads to the page', () => {
  for (const page of pages) {
    const first = page.lastIndexOf('/') + 1
    for (const mark of [
      '%20',
      '=%0A',
      '%0D%0A',
      '=%0D%0A',
      '%0A%20%20',
      '%C2%AD',
      '%E2%80%8B',
      '%3D%0A',
      '%09',
      '=',
    ]) {
      for (let place = first; place <= page.length; place += 1) {
        expectMended(page.slice(0, place) + mark + page.slice(place), page)
      }
    }
  }
  for (const dash of ['\u2010', '\u2011', '–', '\u2212', '－']) {
    expectMended(`/payment/${id.replaceAll('-', encodeURIComponent(dash))}`, `/payment/${id}`)
  }
})

test('doubled, backward or encoded slashes lead to the page', () => {
  for (const page of pages) {
    for (const address of [
      `/${page}`,
      `//${page}`,
      page.replaceAll('/', '//'),
      page.replace(/\/(?=[^/]+$)/, '%2F'),
      page.replace(/\/(?=[^/]+$)/, '/%2F'),
      page.replaceAll('/', '/\\').replace('\\', ''),
      page.replace('/', '/%20'),
      `${page}//`,
      `/https://pay.example.com${page}`,
      `//https:/pay.example.com/${page}`,
      `/https%3A%2F%2Fpay.example.com%2F${page.slice(1)}`,
    ]) {
      expectMended(address, page)
    }
  }
  expectMended('//login', '/login')
})

test('a link that was pasted twice or ends with extra words leads to the page', () => {
  const bases = ['http://localhost:7420', 'https://pay.example.com', 'HTTPS://pay.example.com']
  for (const page of [`/payment/${id}`, '/s/yrqef8c']) {
    const folder = page.slice(0, page.lastIndexOf('/') + 1)
    for (const address of bases.flatMap((base) => [
      page + base + page,
      `${page}${base}`,
      `${page}/${base}${page}`,
      `${page}${encodeURIComponent(base + page)}`,
      `${page}${(base + page).replace('://', ':/')}`,
      `${folder}${base}${page}`,
      `${folder}${encodeURIComponent(base + page)}`,
      `${folder}${base}${page}${base}${page}`,
    ]))
      expectMended(address, page)
    for (const words of ['Thanks', 'Kind%20regards', 'Thank%20you', 'Thanks%0AAnna', 'Grüße'])
      expectMended(page + words, page)
  }
  for (const words of ['x', 'thanks', 'via', 'regards%20Anna', 'http', 'Best%20regards'])
    expectMended(`/payment/${id}${words}`, `/payment/${id}`)
})

test('a path below a form’s page leads to the form', () => {
  for (const page of [`/payment/${id}`, '/s/yrqef8c']) {
    for (const below of ['x', 'index.html', 'payment', 'via WhatsApp', id, '../x']) {
      expectMended(`${page}/${below.replaceAll(' ', '%20')}`, page)
    }
  }
})

test('a URL in capitals leads to the same page', () => {
  expectMended('/S/YRQEF8C', '/s/yrqef8c')
  expectMended(`/PAYMENT/${id.toUpperCase()}?NAME=Bea`, `/payment/${id}?name=Bea`)
  expectMended(
    `/PAYMENT/${id.toUpperCase()}?PRICE=${price.toUpperCase()}`,
    `/payment/${id}?price=${price.toUpperCase()}`,
  )
})

test.each([
  '/',
  '/?a=b.',
  `/payment/${id}`,
  `/payment/${id}/`,
  `/payment/${id}?`,
  `/payment/${id}?name=Anna+Jr.`,
  `/payment/${id}?utm_content=a%26b%3D%3F&x=(y)`,
  `/payment/${id}?ref=https%3A%2F%2Fshop.example%2F%3Fprice%3D10`,
  `/payment/${id}?purchase=${id}&utm_price=3`,
  `/payment/${id}0`,
  `/payment/${id}fade`,
  `/payment/x${id}`,
  '/s/yrqef8cx',
  '/s/yrqef8c2',
  `/purchases/${id}?key=abc_`,
  `/purchases/${id}/invoice.pdf?key=${key}`,
  `/my/${id}/invoices/2026.pdf`,
  '/my/x/open?token=a-b_',
  '/login?to=%2Fforms%3Fq%3Da.',
  '/payouts/po_1Abc',
  '/help/several-prices',
  '/api/forms.',
  '/assets/x.js',
  '/pictures/form-1.webp',
  '/@vite/client',
  '/.well-known/security.txt',
  '/%',
  '*',
  'http://evil.example/payment/x.',
])('the URL %s is not changed', (address) => {
  expect(mendAddress(address)).toBeNull()
})

// Proves safe-urls.
test('a corrected URL needs no further correction and leads to no other site', () => {
  const parts = fc.constantFrom(
    '/',
    '//',
    '\\',
    'payment',
    's',
    'evil.example',
    id,
    'yrqef8c',
    '%2F',
    '%5C',
    '%0D%0A',
    '%20',
    '%3F',
    '%26',
    '?',
    '&',
    '&amp;',
    '=',
    'price',
    'email',
    'key',
    'a@b.example',
    '.',
    '%',
    '%E3',
    '%25',
    ';',
    '+',
    '#',
    '..',
    '%EF%BC%8F',
    'PAYMENT',
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 4, arbitrary: parts }, fc.string({ maxLength: 2 })), { maxLength: 9 }),
      (rest) => {
        const mended = mendAddress(`/${rest.join('').replaceAll(/[^!-~]/g, '')}`)
        if (mended === null) return
        expect(mended).toMatch(/^\/(?![/\\])[!-~]*$/)
        expect(new URL(mended, 'https://own.example').origin).toBe('https://own.example')
        expect(mendAddress(mended)).toBeNull()
      },
    ),
    { numRuns: 20_000 },
  )
})

test('the longest accepted URL is corrected quickly', () => {
  const busy = busyTime(() => {
    for (const part of [
      '/',
      '%20',
      '.',
      '=',
      '?price=',
      '&amp;',
      '%25',
      'a',
      '-',
      '01a22268-',
      '?',
      '%3f',
      '<',
      ';price=',
      '@',
      '%E2%80%8B',
    ]) {
      for (const start of [
        '/',
        `/payment/`,
        `/payment/${id}?price=`,
        `/payment/${id}?email=`,
        `/my/${id}?key=`,
      ]) {
        mendAddress(start + part.repeat(8_192 / part.length))
        mendAddress(`${start + part.repeat(8_192 / part.length)}!x`)
      }
    }
  })
  expect(busy).toBeLessThan(3_000)
})
