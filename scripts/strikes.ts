// Ends the product, the provider or the database at every moment of a payment, once each, and runs a race, random
// prices and two runs of the model (faults/**/*.test.ts). `npm run faults` repeats the same. It ends as `npm test`
// does.
import { buildIfNeeded } from './build.ts'
import { startTestRun } from './test-run.ts'

const run = await startTestRun()
await run.check('build', async () => {
  await buildIfNeeded(() => {}, 'preact')
})
await run.unitTests('kills in the middle of payments', ['faults'])
await run.end()
