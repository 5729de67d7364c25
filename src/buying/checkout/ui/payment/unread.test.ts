import { expect, test } from 'vitest'
import { createUnread } from './asking.ts'

test('clicks count again after a pause between clicks', async () => {
  const waits: (() => void)[] = []
  const { begin, isPressed } = createUnread(() => new Promise((resolve) => void waits.push(resolve)))
  expect(isPressed()).toBe(false)

  begin()
  expect(isPressed()).toBe(true)
  waits[0]?.()
  await Promise.resolve()
  expect(isPressed()).toBe(true)

  waits.at(-1)?.()
  await Promise.resolve()
  expect(isPressed()).toBe(false)
})
