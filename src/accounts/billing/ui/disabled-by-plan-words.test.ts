import { expect, test } from 'vitest'
import { disabledByPlanSentences } from './disabled-by-plan-words.ts'

test('the warning before a downgrade that affects only coupons does not mention forms', () => {
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
