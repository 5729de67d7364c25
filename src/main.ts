// Starts the product's process. It can be stopped from the first moment, even while its modules are still loading.
import { setFlagsFromString } from 'node:v8'
import { stopOnSignals } from './life.ts'

/**
 * How much the surviving objects can grow before a full garbage collection, in percent. By default, V8 waits until they
 * have grown several times over, and almost all of that is garbage.
 */
setFlagsFromString('--heap-growing-percent=50')
/**
 * How far the space for new objects grows at first. If it grew by doubling, V8 would move everything loaded at the
 * start again and again.
 */
setFlagsFromString('--semi-space-growth-factor=8')

stopOnSignals()
const { startProduct } = await import('./start.ts')
await startProduct()
