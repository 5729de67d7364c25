import fs from 'node:fs'
import { vi } from 'vitest'
import { z } from 'zod'

const callback = z.custom<(error: Error) => void>((value) => typeof value === 'function')

/** Makes the disk reject all writes through file streams, for tests. */
export function fillDisk() {
  const failure = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  })
  const spies = [
    vi.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw failure
    }),
    vi.spyOn(fs, 'write').mockImplementation((...args: unknown[]) => {
      const done = callback.parse(args.at(-1))
      process.nextTick(() => done(failure))
    }),
  ]
  return {
    /** Whether a write with this text was attempted. Other code in this process also writes. */
    refused: (text: string) => spies.some(({ mock }) => mock.calls.some((args) => args[1].includes(text))),
    makeRoom: () => spies.forEach((spy) => spy.mockRestore()),
  }
}
