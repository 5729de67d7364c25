import { expect, test } from 'vitest'
import { elementClasses } from './element-classes.ts'

const invalid = {
  empty: false,
  complete: false,
  error: { type: 'validation_error', code: 'invalid_number', message: 'Your card number is invalid.' },
  brand: 'visa',
  value: { postalCode: '' },
} as const

function classesOn(...given: Parameters<typeof elementClasses>): string[] {
  return elementClasses(...given)
    .filter(([, isOn]) => isOn)
    .map(([name]) => name)
}

test('an empty element has the class for empty elements', () => {
  const state = { change: undefined, hasFocus: false, isMounted: true }
  expect(classesOn(undefined, state)).toEqual(['StripeElement', 'StripeElement--empty'])
})

test('a page can set its own class names, several in one string', () => {
  const state = { change: invalid, hasFocus: true, isMounted: true }
  expect(classesOn({ base: 'field', invalid: 'is-bad shake' }, state)).toEqual([
    'field',
    'is-bad',
    'shake',
    'StripeElement--focus',
  ])
})

test('an unmounted element leaves no classes behind', () => {
  expect(classesOn(undefined, { change: invalid, hasFocus: true, isMounted: false })).toEqual([])
})
