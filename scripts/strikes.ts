// Every moment of a payment in which the product, the provider or the database may end, once each, with a race, random
// prices and two runs of the model (faults/**/*.test.ts). `npm run faults` does the same again and again. It ends as
// `npm test` does.
import { buildIfNeeded } from './build.ts'
import { startTestRun } from './test-run.ts'

const run = await startTestRun()
await run.check('build', async () => {
  await buildIfNeeded(() => {}, 'preact')
})
await run.unitTests('ends in the middle of payments', ['faults'])
await run.end()
