import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects garbage now and returns memory to the system, which blocks the process for tens of milliseconds. Meant for
 * after a large task that happens only once.
 */
export function collectGarbage(): void {
  // The function that the flag adds exists only in contexts created afterwards.
  setFlagsFromString('--expose-gc')
  // Only the last-resort collection returns pages to the system (v8, src/extensions/gc-extension.cc).
  runInNewContext("gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })")
  setFlagsFromString('--no-expose-gc')
}
