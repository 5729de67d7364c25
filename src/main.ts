// The process. It can be told to stop from its first moment: loading its modules takes longer.
import { setFlagsFromString } from 'node:v8'
import { stopOnSignals } from './life.ts'

/**
 * How much the surviving objects can grow, in percent, before a full collection. By default V8 waits until they are
 * several times as large, nearly all of it garbage.
 */
setFlagsFromString('--heap-growing-percent=50')
/**
 * The initial growth of the space for new objects. Growing by doubling, it would move everything loaded at the start
 * again and again.
 */
setFlagsFromString('--semi-space-growth-factor=8')

stopOnSignals()
const { startProduct } = await import('./start.ts')
await startProduct()
