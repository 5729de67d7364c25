import fs from 'node:fs'
import { vi } from 'vitest'
import { z } from 'zod'

const callback = z.custom<(error: Error) => void>((value) => typeof value === 'function')

/** For tests: from now on the disk refuses writes through file streams. */
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
    /** Whether something with this text was to be written; others in this process write too. */
    refused: (text: string) => spies.some(({ mock }) => mock.calls.some((args) => args[1].includes(text))),
    makeRoom: () => spies.forEach((spy) => spy.mockRestore()),
  }
}
