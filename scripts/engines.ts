// Runs the flows in Firefox and WebKit (e2e/engines/), and on buyers' pages built with React. Prints and exits like
// `npm test`.
import { buildIfNeeded } from './build.ts'
import { engines, findEngines } from './find-engines.ts'
import { installBrowser, startTestRun } from './test-run.ts'

const run = await startTestRun()
await run.check('build', async () => {
  await buildIfNeeded(() => {}, 'preact')
})
await run.check('build, the buyers’ pages on React', async () => {
  await buildIfNeeded(() => {}, 'react')
})
await run.check('browser', installBrowser)
const found = Object.keys(findEngines())
await run.browserTests('flows in further browsers and on React', [...found, 'react'])
for (const [engine, { name, packages }] of Object.entries(engines)) {
  if (!found.includes(engine)) run.leaveOut(`the flows in ${name}, which needs ${packages}`)
}
await run.end()
