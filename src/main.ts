// Starts the product's process. It can be told to stop from the first moment, because loading its modules takes longer.
import { setFlagsFromString } from 'node:v8'
import { stopOnSignals } from './life.ts'

/**
 * How much the surviving objects can grow before a full garbage collection, in percent. By default, V8 waits until
 * they have grown several times over, almost all of it garbage.
 */
setFlagsFromString('--heap-growing-percent=50')
/**
 * The initial growth of the space for new objects. If it grew by doubling, V8 would move everything loaded at the
 * start again and again.
 */
setFlagsFromString('--semi-space-growth-factor=8')

stopOnSignals()
const { startProduct } = await import('./start.ts')
await startProduct()
