import { expect, test } from 'vitest'
import { formFields } from '#selling/forms/form-fields.ts'
import { countOf } from './price-section.tsx'

test('a cleared stock limit is invalid instead of meaning "no limit"', () => {
  const { stockLimit } = formFields.shape
  expect(stockLimit.safeParse(countOf('')).success).toBe(false)
  expect(stockLimit.parse(countOf('50'))).toBe(50)
  expect(stockLimit.parse(countOf('1,000'))).toBe(1000)
  // When the switch is off, the form library passes null.
  expect(stockLimit.parse(countOf(null))).toBeNull()
})
