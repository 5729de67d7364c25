import { expect, test } from 'vitest'
import { mergedSet } from './merged-set.ts'

test('of words that two people change, each keeps what the other has put in and taken out', () => {
  const opened = ['a', 'b', 'c']
  expect(mergedSet(opened, ['c', 'a', 'mine'], ['b', 'c', 'theirs'])).toEqual(['c', 'mine', 'theirs'])
  expect(mergedSet(opened, ['a', 'b', 'c', 'both'], ['a', 'b', 'c', 'both'])).toEqual(['a', 'b', 'c', 'both'])
})
