// Everything that must hold, in one run: checks, build, unit and API tests (they serve the built pages), browser
// tests, with flows in further browsers. Nothing stops early, and the last line counts what passed and what failed (a
// check counts as one). What takes longest has commands of its own: the look at every page, and sellers' flows by the
// keyboard alone (scripts/sweep.ts), and kills in the middle of payments (scripts/strikes.ts).
import { rows } from '../e2e/rows.ts'
import { buildIfNeeded } from './build.ts'
import { runChecks } from './checks.ts'
import { rowsWithout } from './count-tests.ts'
import { engines, findEngines } from './find-engines.ts'
import { installBrowser, startTestRun } from './test-run.ts'

const run = await startTestRun()

await runChecks(run.tell)
await run.check('build', async () => {
  await buildIfNeeded(() => {}, 'preact')
})
await run.check('build, the buyers’ pages on React', async () => {
  await buildIfNeeded(() => {}, 'react')
})
await run.unitTests('unit and API tests', ['--exclude=faults/**'])
await run.check('browser', installBrowser)
const found = Object.keys(findEngines())
// In one run, so that no worker waits for another's end. Rows are counted by the tests in Chromium, which show them
// whole; the flows in the other browsers name none.
countRows(await run.browserTests('browser tests', ['desktop', 'phone', 'react', ...found]))
for (const [engine, { name, packages }] of Object.entries(engines)) {
  if (!found.includes(engine)) run.leaveOut(`the flows in ${name}, which needs ${packages}`)
}
await run.end()

/** A row that no browser test shows working counts as one failure. */
function countRows(passedTitles: readonly string[]): void {
  const ids = Object.keys(rows)
  const missing = rowsWithout(passedTitles, ids)
  run.print(`rows with a browser test: ${ids.length - missing.length} of ${ids.length}`)
  run.fail(missing.map((id) => `no browser test passed for ${id}`))
}
