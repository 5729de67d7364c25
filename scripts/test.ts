// Runs all checks, the build, unit and API tests, and the browser tests that show a row (e2e/rows.ts). Nothing stops
// early, and the last lines list the failures and counts; a check counts as one. Slow tests have separate commands:
// scripts/long.ts (processes, scale, races, more browser tests), scripts/engines.ts (other browsers), scripts/sweep.ts
// (every page, keyboard flows) and scripts/strikes.ts (kills in the middle of payments).
import { rows } from '../e2e/rows.ts'
import { buildIfNeeded } from './build.ts'
import { runChecks } from './checks.ts'
import { rowsWithout } from './count-tests.ts'
import { installBrowser, startTestRun } from './test-run.ts'

const run = await startTestRun()

// The checks run alongside the tests, because both use one core or less at times.
const checks = runChecks(run.tell)
await Promise.all([
  run.check('build', async () => {
    await buildIfNeeded(() => {}, 'preact')
  }),
  run.check('browser', installBrowser),
])
await run.unitTests('unit and API tests', ['--exclude=faults/**'], { isLong: false })
await checks
countRows(await run.browserTests('browser tests', ['desktop', 'phone'], { ofRows: true }))
await run.end()

/** Each acceptance row that no passed browser test shows counts as a failure. */
function countRows(passedTitles: readonly string[]): void {
  const ids = Object.keys(rows)
  const missing = rowsWithout(passedTitles, ids)
  run.print(`rows with a browser test: ${ids.length - missing.length} of ${ids.length}`)
  run.fail(missing.map((id) => `no browser test passed for ${id}`))
}
