import { expect, test } from 'vitest'
import { isAllowedParent } from './frame-parent.ts'

test.each(['https://pay.example.com', 'http://localhost:3000', 'http://127.0.0.1:41234', 'http://localhost'])(
  'a page from %s can talk to the frames',
  (origin) => {
    expect(isAllowedParent(origin, 'https://pay.example.com')).toBe(true)
  },
)

test.each([
  'https://evil.example.com',
  'http://pay.example.com',
  'http://localhost.evil.test',
  'http://localhost:3000.evil.test',
  'null',
  '',
])('a page from "%s" cannot talk to the frames', (origin) => {
  expect(isAllowedParent(origin, 'https://pay.example.com')).toBe(false)
})
