// The process. It can be told to stop from its first moment: what it is made of takes longer to load.
import { setFlagsFromString } from 'node:v8'
import { stopOnSignals } from './life.ts'

/**
 * By how much what has stayed may grow, in per cent, before all of it is looked through. On its own V8 waits until it is
 * several times as much, nearly all of it garbage.
 */
setFlagsFromString('--heap-growing-percent=50')
/**
 * By how much the space for new objects grows at once. By twice each time, all that a start loads, which stays, is moved
 * within it again and again before it is large enough.
 */
setFlagsFromString('--semi-space-growth-factor=8')

stopOnSignals()
const { startProduct } = await import('./start.ts')
await startProduct()
