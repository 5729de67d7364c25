// Tries every way to pay in Chromium, Firefox and WebKit, at phone and desktop width, with a pointer and by keyboard
// (e2e/walks/). Takes minutes; prints and exits like `npm test`.
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
