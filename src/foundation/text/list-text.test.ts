import { inLanguage } from '#foundation/language/t.ts'
import { expect, test } from 'vitest'
import { listText } from './list-text.ts'

test('a list reads as in its language', () => {
  const items = ['$1', '$2', '$3']
  expect([listText(items), listText(items, 'disjunction'), listText(items, 'unit')]).toEqual([
    '$1, $2 and $3',
    '$1, $2 or $3',
    '$1, $2, $3',
  ])
  expect(inLanguage('de', () => listText(items))).toBe('$1, $2 und $3')
  expect(listText([])).toBe('')
})
