import { expect, test } from 'vitest'
import { restingSentences } from './resting-words.ts'

test('before a smaller plan is taken, nothing is said of forms where only coupons stop working', () => {
  expect(restingSentences(0, 3)).toBe('Your 3 coupons stop working, whether typed in or opened from a link.')
  expect(restingSentences(0, 1)).toBe('Your coupon stops working, whether typed in or opened from a link.')
  expect(restingSentences(2, 0)).toBe('Buyers no longer see this, and it is not charged.')
  expect(restingSentences(2, 1)).toBe(`${restingSentences(2, 0)} ${restingSentences(0, 1)}`)
})
