import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back at once what is no longer needed, to the system as well, which keeps the process busy for some tens of
 * milliseconds: for the end of something large that happens once.
 */
export function collectGarbage(): void {
  // What this adds is in contexts that are made after it.
  setFlagsFromString('--expose-gc')
  // Only the last resort gives pages back to the system. (v8, src/extensions/gc-extension.cc)
  runInNewContext("gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })")
  setFlagsFromString('--no-expose-gc')
}
