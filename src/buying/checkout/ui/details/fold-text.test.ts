import { expect, test } from 'vitest'
import { foldText } from './read-more.tsx'

test('a long text is folded after a sentence, else after a word, else after a character', () => {
  expect(foldText('Slow bread. Fast butter, no jam', 16)).toEqual({
    shown: 'Slow bread.',
    rest: 'Fast butter, no jam',
  })
  expect(foldText('Slow bread', 8)).toEqual({ shown: 'Slow ', rest: 'bread' })
  expect(foldText(`a${'🎨'.repeat(9)}`, 6)).toEqual({ shown: 'a🎨🎨', rest: '🎨'.repeat(7) })
  expect(foldText('Slow', 4)).toEqual({ shown: 'Slow', rest: '' })
})
