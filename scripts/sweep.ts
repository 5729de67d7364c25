// Every page that there is, and what opens on it, held to WCAG 2.2 AA in light and in dark and to the width of a phone
// (e2e/sweep-*.spec.ts), every flow of a seller by the keyboard alone (e2e/keyboard-*.spec.ts), a seller who moves in, and
// what takes its time. It ends as `npm test` does.
import { buildIfNeeded } from './build.ts'
import { installBrowser, startTestRun } from './test-run.ts'

const run = await startTestRun()
await run.check('build', async () => {
  await buildIfNeeded(() => {}, 'preact')
})
await run.check('browser', installBrowser)
await run.browserTests('every page in light and in dark, and by keyboard', ['sweep'])
await run.end()
