import { afterEach, expect, test, vi } from 'vitest'
import { isId, newId } from './new-id.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('ids sort by creation, even within a millisecond or after the clock is set back', () => {
  const begun = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  const made = [0, 0, 1, 1, -60_000, -60_000, 2].flatMap((milliseconds) => {
    vi.setSystemTime(begun + milliseconds)
    return Array.from({ length: 300 }, newId)
  })

  expect(made.toSorted()).toEqual(made)
  expect(new Set(made).size).toBe(made.length)
  expect(made.every((id) => isId(id) && id.charAt(14) === '7')).toBe(true)
})
