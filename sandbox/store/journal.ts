import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Change } from './table.ts'

const line = z.array(z.tuple([z.string(), z.string(), z.unknown()]))

/**
 * The append-only file behind the store, with one line of JSON per transaction. Lines are written before the response is
 * sent, so that a killed process loses nothing it has confirmed.
 */
export type Journal = {
  readonly append: (changes: Change[]) => void
  /** Replaces the file with a new one that contains the whole state. */
  readonly compact: (state: Iterable<Change>) => void
  readonly close: () => void
}

export function readJournal(file: string, apply: (change: Change) => void): void {
  if (!existsSync(file)) return
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const [index, text] of lines.entries()) {
    if (text === '') continue
    // Only the last line can be torn, and its transaction was never confirmed.
    if (index === lines.length - 1) break
    for (const change of line.parse(JSON.parse(text))) apply(change)
  }
}

export function openJournal(file: string): Journal {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  let descriptor = openSync(file, 'a', 0o600)
  return {
    append(changes) {
      const end = fstatSync(descriptor).size
      try {
        writeWhole(descriptor, `${JSON.stringify(changes)}\n`)
      } catch (error) {
        // If a full disk cuts off a line, the next one would otherwise follow it in the middle of the file.
        ftruncateSync(descriptor, end)
        throw error
      }
    },
    compact(state) {
      const next = `${file}.next`
      const target = openSync(next, 'w', 0o600)
      for (const change of state) writeWhole(target, `${JSON.stringify([change])}\n`)
      fsyncSync(target)
      closeSync(target)
      closeSync(descriptor)
      renameSync(next, file)
      descriptor = openSync(file, 'a', 0o600)
    },
    close: () => closeSync(descriptor),
  }
}

function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text)
  let written = 0
  while (written < bytes.length) written += writeSync(descriptor, bytes, written)
}
