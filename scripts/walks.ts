// Every way to pay, walked in Chromium, Firefox and WebKit, on a phone's width and at a desk, with a pointer and by the
// keyboard alone (e2e/walks/). It takes minutes, and ends as `npm test` does.
import { buildIfNeeded } from './build.ts'
import { engines, findEngines } from './find-engines.ts'
import { installBrowser, startTestRun } from './test-run.ts'

process.env['WALKS'] = 'all'
const run = await startTestRun()
await run.check('build', async () => {
  await buildIfNeeded(() => {}, 'preact')
})
await run.check('browser', installBrowser)
const found = findEngines()
for (const engine of ['firefox', 'webkit'] as const) {
  const { name, packages } = engines[engine]
  if (found[engine] === undefined) run.leaveOut(`the walks in ${name}, which needs ${packages}`)
}
await run.browserTests('ways to pay', ['walk-*'])
await run.end()
