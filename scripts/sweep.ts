// Checks all pages and dialogs against WCAG 2.2 AA in light, dark and phone width (e2e/sweep-*.spec.ts), sellers' flows
// by keyboard alone (e2e/keyboard-*.spec.ts), a seller who moves in, and slow flows. Prints and exits like `npm test`.
import { buildIfNeeded } from './build.ts'
import { installBrowser, startTestRun } from './test-run.ts'

const run = await startTestRun()
await run.check('build', async () => {
  await buildIfNeeded(() => {}, 'preact')
})
await run.check('browser', installBrowser)
await run.browserTests('every page in light and in dark, and by keyboard', ['sweep'])
await run.end()
