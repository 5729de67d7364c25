import { expect, test } from 'vitest'
import { listText } from './list.ts'
import { inLanguage } from './t.ts'

test('a list of items is written in the style of its reader’s language', () => {
  expect(listText(['A'])).toBe('A')
  expect(listText(['A', 'B', 'C'])).toBe('A, B and C')
  expect(listText(['A', 'B', 'C'], 'disjunction')).toBe('A, B or C')
  expect(listText(['A', 'B', 'C'], 'unit')).toBe('A, B, C')
  expect(inLanguage('de', () => listText(['A', 'B', 'C']))).toBe('A, B und C')
})
