import { expect, test } from 'vitest'
import { mergedSet } from './merged-set.ts'

test('when two people change a set of words, each one’s additions and removals are kept', () => {
  const opened = ['a', 'b', 'c']
  expect(mergedSet(opened, ['c', 'a', 'mine'], ['b', 'c', 'theirs'])).toEqual(['c', 'mine', 'theirs'])
  expect(mergedSet(opened, ['a', 'b', 'c', 'both'], ['a', 'b', 'c', 'both'])).toEqual(['a', 'b', 'c', 'both'])
})
