import { expect, test } from 'vitest'
import { firstMessage } from './error-message.ts'

test('of a field with wrong parts, the first text is said', () => {
  expect(firstMessage(undefined)).toBeUndefined()
  expect(firstMessage({ type: 'custom', message: 'too short', ref: { message: 'no' } })).toBe('too short')
  expect(firstMessage([undefined, { url: { type: 'custom', message: 'already in the list' } }])).toBe(
    'already in the list',
  )
  expect(firstMessage({ ref: { message: 'no' }, types: { a: 'no' } })).toBeUndefined()
})
