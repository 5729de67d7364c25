import { expect, test } from 'vitest'
import { isPreviewMessage } from './read-message.ts'

const data = { form: {}, currencySign: {}, pricing: {}, quote: {} }
const message = { kind: 'tillform-preview', data, offer: null, scheme: 'light' }

test('the preview accepts a page with or without an offer', () => {
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
])('the preview ignores any other message: %j', (other) => {
  expect(isPreviewMessage(other)).toBe(false)
})
