import { expect, test } from 'vitest'
import { takeTurns } from './take-turns.ts'

test('no more than so many run at a time, in the order they came, and a failure makes room as well', async () => {
  const inTurn = takeTurns(2)
  const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
  const begun: number[] = []
  const done = gates.map(({ promise }, index) =>
    inTurn(async () => {
      begun.push(index)
      await promise
      if (index === 0) throw new Error('damaged')
      return index
    }).catch(() => 'failed'),
  )
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual([0, 1])
  gates[0]?.resolve()
  expect(await done[0]).toBe('failed')
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual([0, 1, 2])
  for (const gate of gates) gate.resolve()
  expect(await Promise.all(done)).toEqual(['failed', 1, 2, 3])
})
