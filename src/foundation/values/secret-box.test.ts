import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

test('a secret decrypts only for its owner and purpose, with the server’s secret', () => {
  const box = createSecretBox('one secret', 'keys')
  const closed = box.close(Buffer.from('a key'), 'ada')
  expect(box.open(closed, 'ada')?.toString()).toBe('a key')
  expect(box.open(closed, 'eve')).toBeUndefined()
  expect(createSecretBox('another', 'keys').open(closed, 'ada')).toBeUndefined()
  expect(createSecretBox('one secret', 'doors').open(closed, 'ada')).toBeUndefined()
})
