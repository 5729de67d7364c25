// Runs what `npm test` leaves out: unit and API tests tagged `long` (processes, scale, races, thousands of cases) and
// browser tests that show no row. Prints and exits like `npm test`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded } from './build.ts'
import { longTag } from './count-tests.ts'
import { root } from './run-tool.ts'
import { installBrowser, startTestRun } from './test-run.ts'

const run = await startTestRun()
await run.check('build', async () => {
  await buildIfNeeded(() => {}, 'preact')
})
await run.check('browser', installBrowser)
// Searching a file for its tags is far faster than loading it.
const tag = new RegExp(String.raw`@module-tag ${longTag}\b|\btags: '${longTag}'`)
const files = globSync('{src,sandbox,scripts,migrations}/**/*.test.ts', { cwd: root }).filter((file) =>
  tag.test(readFileSync(join(root, file), 'utf8')),
)
await run.unitTests('long tests', files, { isLong: true })
await run.browserTests('browser tests without a row', ['desktop', 'phone'], { ofRows: false })
await run.end()
