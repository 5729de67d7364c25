// Everything that must hold, in one run: checks, build, unit and API tests (they serve the built pages), and the
// browser tests that show a row (e2e/rows.ts). Nothing stops early, and the last lines name the failures and count (a
// check counts as one). Slow tests have commands of their own: processes, scale, races and further browser tests
// (scripts/long.ts), flows in further browsers (scripts/engines.ts), the look at every page and sellers' flows by
// keyboard alone (scripts/sweep.ts), and kills in the middle of payments (scripts/strikes.ts).
import { rows } from '../e2e/rows.ts'
import { buildIfNeeded } from './build.ts'
import { runChecks } from './checks.ts'
import { rowsWithout } from './count-tests.ts'
import { installBrowser, startTestRun } from './test-run.ts'

const run = await startTestRun()

// The checks run alongside the tests: at times each uses only one core, or none.
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

/** A row that no browser test shows working counts as one failure. */
function countRows(passedTitles: readonly string[]): void {
  const ids = Object.keys(rows)
  const missing = rowsWithout(passedTitles, ids)
  run.print(`rows with a browser test: ${ids.length - missing.length} of ${ids.length}`)
  run.fail(missing.map((id) => `no browser test passed for ${id}`))
}
