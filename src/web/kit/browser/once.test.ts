import { expect, test } from 'vitest'
import { createOnce } from './once.ts'

test('of twenty clicks during a call only the first starts it, and a later click starts it again', async () => {
  const once = createOnce()
  const first = Promise.withResolvers<void>()
  let runs = 0
  const press = (until: Promise<void>) =>
    once(() => {
      runs += 1
      return until
    })
  const presses = Array.from({ length: 20 }, () => press(first.promise))
  first.resolve()
  await Promise.all(presses)
  expect(runs).toBe(1)

  await expect(press(Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  await press(Promise.resolve())
  expect(runs).toBe(3)
})
