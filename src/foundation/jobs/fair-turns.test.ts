import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fairTurns } from './fair-turns.ts'

/** Starts a task for each owner. `running` lists the running tasks, and `end` finishes one of them. */
function begun(mostAtOnce: number, whose: readonly (string | undefined)[]) {
  const inTurn = fairTurns(mostAtOnce)
  const running: { readonly name: string; readonly end: () => void }[] = []
  const all = whose.map((by, index) =>
    inTurn(by, async () => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      running.push({ name: `${by ?? 'nobody'}${index}`, end: () => resolve(undefined) })
      await promise
    }),
  )
  return {
    all,
    async running() {
      await setImmediate()
      return running.map(({ name }) => name)
    },
    end: (name: string) => {
      const at = running.findIndex((one) => one.name === name)
      running.splice(at, 1).forEach((one) => one.end())
    },
  }
}

// Proves picture-cost.
test('an owner with many tasks gets one slot at a time while others are served in between', async () => {
  const turns = begun(2, ['a', 'a', 'a', 'b', 'c'])
  expect(await turns.running()).toEqual(['a0', 'b3'])
  turns.end('a0')
  expect(await turns.running()).toEqual(['b3', 'c4'])
  turns.end('b3')
  expect(await turns.running()).toEqual(['c4', 'a1'])
  turns.end('a1')
  expect(await turns.running()).toEqual(['c4', 'a2'])
  turns.end('c4')
  turns.end('a2')
  await Promise.all(turns.all)
})

test('tasks without an owner take any free slot, and a failed task frees its slot', async () => {
  const turns = begun(2, [undefined, undefined, undefined])
  expect(await turns.running()).toEqual(['nobody0', 'nobody1'])
  turns.end('nobody0')
  expect(await turns.running()).toEqual(['nobody1', 'nobody2'])

  const inTurn = fairTurns(1)
  await expect(inTurn('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn('a', () => Promise.resolve(1))).toBe(1)
})
