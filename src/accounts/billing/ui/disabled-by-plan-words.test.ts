import { expect, test } from 'vitest'
import { disabledByPlanSentences } from './disabled-by-plan-words.ts'

test('before a downgrade, forms are not mentioned if only coupons stop working', () => {
  expect(disabledByPlanSentences(0, 3)).toBe(
    'Your 3 coupons stop working, whether typed in or opened from a link.',
  )
  expect(disabledByPlanSentences(0, 1)).toBe(
    'Your coupon stops working, whether typed in or opened from a link.',
  )
  expect(disabledByPlanSentences(2, 0)).toBe('Buyers will no longer see or pay for these.')
  expect(disabledByPlanSentences(2, 1)).toBe(
    `${disabledByPlanSentences(2, 0)} ${disabledByPlanSentences(0, 1)}`,
  )
})
