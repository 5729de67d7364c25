// Checks every page and every dialog against WCAG 2.2 AA in light and dark and at a phone's width
// (e2e/sweep-*.spec.ts), every seller's flow by keyboard alone (e2e/keyboard-*.spec.ts), a seller who moves in, and
// slow flows. It ends as `npm test` does.
import { buildIfNeeded } from './build.ts'
import { installBrowser, startTestRun } from './test-run.ts'

const run = await startTestRun()
await run.check('build', async () => {
  await buildIfNeeded(() => {}, 'preact')
})
await run.check('browser', installBrowser)
await run.browserTests('every page in light and in dark, and by keyboard', ['sweep'])
await run.end()
