import { expect, test } from 'vitest'
import { mendAddress } from './mend-address.ts'

const id = '01a22268-e1f8-7cc1-9e0a-0d3c4d5e6f70'
const marks = [
  '.',
  ')',
  ',',
  ';',
  '!',
  ':',
  ']',
  '*',
  '**',
  '_',
  '\u2026',
  '"',
  "'",
  '>',
  '%20',
  '%E2%80%8B',
  '%C2%A0',
  ').',
  '%22%3E',
]

test.each(marks)('an address that %s was added to leads to the page that was meant', (mark) => {
  for (const page of [`/payment/${id}`, '/s/yrqef8c', `/my/${id}`, `/withdraw/${id}`, '/login']) {
    expect(mendAddress(page + encodeURI(mark).replaceAll('%25', '%'))).toBe(page)
  }
})

test.each(marks.filter((mark) => mark !== '_'))('a key that %s was added to opens what was meant', (mark) => {
  const page = `/purchases/${id}?key=abc_DEF-1_`
  expect(mendAddress(page + encodeURI(mark).replaceAll('%25', '%'))).toBe(page)
})

test('parameters behind an ampersand alone are parameters', () => {
  expect(mendAddress(`/payment/${id}&utm_source=x`)).toBe(`/payment/${id}?utm_source=x`)
  expect(mendAddress(`/payment/${id}&a=1?b=2`)).toBe(`/payment/${id}?a=1&b=2`)
  expect(mendAddress(`/payment/${id}.?email=a@b.example`)).toBe(`/payment/${id}?email=a@b.example`)
})

test('an address in capitals is the same address', () => {
  expect(mendAddress('/S/YRQEF8C')).toBe('/s/yrqef8c')
  expect(mendAddress(`/PAYMENT/${id.toUpperCase()}?name=Bea`)).toBe(`/payment/${id}?name=Bea`)
})

test.each([
  '/',
  '/?a=b.',
  `/payment/${id}`,
  `/payment/${id}/`,
  `/payment/${id}?`,
  `/payment/${id}?name=Anna+Jr.`,
  `/purchases/${id}?key=abc_`,
  '/my/x/open?token=a-b_',
  '/api/forms.',
  '/assets/x.js',
  '/pictures/form-1.webp',
  '/%',
])('%s stays as it is', (address) => {
  expect(mendAddress(address)).toBeNull()
})

test('what was mended needs no mending', () => {
  for (const mark of marks) {
    const mended = mendAddress(`/s/yrqef8c${mark}&b=1`)
    expect(mended === null ? null : mendAddress(mended)).toBeNull()
  }
})
