import { expect, test } from 'vitest'
import { isPreviewMessage } from './read-message.ts'

const data = { form: {}, currencySign: {}, pricing: {}, quote: {} }
const message = { kind: 'tillform-preview', data, offer: null, scheme: 'light' }

test('a page, with or without an offer above it, is a message for the preview', () => {
  expect(isPreviewMessage(message)).toBe(true)
  expect(isPreviewMessage({ ...message, offer: { title: 'A lesson', price: {} } })).toBe(true)
})

test.for([
  null,
  'tillform-preview',
  { ...message, kind: 'other' },
  { ...message, data: null },
  { ...message, data: { form: {} } },
  { ...message, offer: 'A lesson' },
  { kind: 'tillform-preview', data },
  { ...message, scheme: 'red' },
])('anything else is not: %j', (other) => {
  expect(isPreviewMessage(other)).toBe(false)
})
