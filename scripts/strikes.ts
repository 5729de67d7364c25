// Kills the product, the sandbox or the database at every moment of a payment, and runs a race, random prices and two
// model runs (faults/**/*.test.ts). `npm run faults` repeats them. Prints and exits like `npm test`.
import { buildIfNeeded } from './build.ts'
import { startTestRun } from './test-run.ts'

const run = await startTestRun()
await run.check('build', async () => {
  await buildIfNeeded(() => {}, 'preact')
})
await run.unitTests('kills in the middle of payments', ['faults'])
await run.end()
