import { expect, test } from 'vitest'
import { completeAddress } from './complete-address.ts'

test.for([
  ['www.junoatelier.com', 'https://www.junoatelier.com'],
  [' junoatelier.com/terms?of=sale ', 'https://junoatelier.com/terms?of=sale'],
  ['müller.de', 'https://müller.de'],
  ['shop.example.com:8443/a', 'https://shop.example.com:8443/a'],
])('%j is the host alone, and becomes an address', ([typed = '', address]) => {
  expect(completeAddress(typed)).toBe(address)
})

test.for([
  '',
  'https://junoatelier.com',
  'http://junoatelier.com',
  'javascript:alert(1)',
  'mailto:ana@example.com',
  'ana@example.com',
  'our terms',
  'localhost',
  '/terms',
])('%j stays as it was typed', (typed) => {
  expect(completeAddress(typed)).toBe(typed)
})
