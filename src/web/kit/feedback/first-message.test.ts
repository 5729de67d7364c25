import { expect, test } from 'vitest'
import { firstMessage } from './error-message.ts'

test('a field with several invalid parts shows the first message', () => {
  expect(firstMessage(undefined)).toBeUndefined()
  expect(firstMessage({ type: 'custom', message: 'too short', ref: { message: 'no' } })).toBe('too short')
  expect(firstMessage([undefined, { url: { type: 'custom', message: 'already in the list' } }])).toBe(
    'already in the list',
  )
  expect(firstMessage({ ref: { message: 'no' }, types: { a: 'no' } })).toBeUndefined()
})
