import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startWorkLoop } from './work-loop.ts'

const lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })

test('a long round of work can be stopped halfway without counting as a failure', async () => {
  let begin = (): void => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const loop = startWorkLoop(
    'long',
    60_000,
    async (stopping) => {
      begin()
      // Endless work.
      await new Promise((resolve) => stopping.addEventListener('abort', resolve))
      stopping.throwIfAborted()
      return 1
    },
    log,
  )
  await begun
  await loop.stop()

  expect(lines).toEqual([])
})
