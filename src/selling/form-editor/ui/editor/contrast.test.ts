import { expect, test } from 'vitest'
import { contrastRatio } from './form-values.ts'

test('black on white has the highest contrast, and a color on itself has the lowest', () => {
  expect(contrastRatio('#000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastRatio('#7F1CCF', '#7f1ccf')).toBe(1)
})

test('published example colors have their published contrast ratios', () => {
  expect(contrastRatio('#777777', '#fff')).toBeCloseTo(4.48, 2)
  expect(contrastRatio('#fff', '#767676')).toBeCloseTo(4.54, 2)
})

test('a half-typed color has no contrast', () => {
  expect(contrastRatio('#12', '#fff')).toBeNull()
  expect(contrastRatio('red', '#fff')).toBeNull()
})
