import { expect, test } from 'vitest'
import { readAll } from './read-all.ts'

const item = (id: string) => ({ id })

test('a choice offers every item of a list exactly once and in order', async () => {
  const pages = [['e', 'd'], ['d', 'c', 'b'], ['a']]
  const asked: number[] = []
  const all = await readAll(async (page) => {
    asked.push(page)
    return { data: (pages[page] ?? []).map(item), nextPage: page + 1 < pages.length ? page + 1 : null }
  })

  expect(all).toEqual(['e', 'd', 'c', 'b', 'a'].map(item))
  expect(asked).toEqual([0, 1, 2])
})
