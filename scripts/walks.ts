// Every way to pay, in Chromium, Firefox and WebKit, at a phone's and a desktop's width, with a pointer and by keyboard
// alone (e2e/walks/). It takes minutes, and ends as `npm test` does.
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
