import { expect, test } from 'vitest'
import { countHabits, readWritten } from './voice.ts'

test.each(countHabits(await readWritten()))('$name: at most $limit', ({ places, limit }) => {
  expect(places.slice(limit)).toEqual([])
})

test('a headless "Who" is found at the start of a sentence but not in a question', () => {
  const found = (text: string) =>
    countHabits([{ path: 'a.ts', text }]).find(({ name }) => name.startsWith('headless'))?.places ?? []

  expect(found('/** Who pays late keeps access. */')).toEqual(['a.ts:1: /** Who pays late keeps access. */'])
  expect(found("lead('Sold. Whoever comes late waits.')")).toHaveLength(1)
  expect(found("label('Who pays the fee?')\n// A buyer who pays late keeps access.")).toEqual([])
})
