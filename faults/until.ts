import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until `check` returns a value and returns that value. Throws an error with `what` if it takes too long. */
export async function until<T>(
  what: string,
  check: () => Promise<T | undefined> | T | undefined,
  within = 120_000,
): Promise<T> {
  const deadline = Date.now() + within
  for (;;) {
    const found = await check()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`Waited ${within / 1000} s in vain: ${what}`)
    await sleep(20)
  }
}
