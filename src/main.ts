// The process. It can be told to stop from its first moment: what it is made of takes longer to load.
import { stopOnSignals } from './life.ts'

stopOnSignals()
const { startProduct } = await import('./start.ts')
await startProduct()
