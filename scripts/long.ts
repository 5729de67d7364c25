// The unit and API tests tagged `long`, which start processes, fill a store, race, or try thousands of cases, and the
// browser tests that show no row. `npm test` leaves them out; this ends as `npm test` does.
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
// Reading a file for its tags takes a moment, loading it a second.
const tag = new RegExp(String.raw`@module-tag ${longTag}\b|\btags: '${longTag}'`)
const files = globSync('{src,sandbox,scripts,migrations}/**/*.test.ts', { cwd: root }).filter((file) =>
  tag.test(readFileSync(join(root, file), 'utf8')),
)
await run.unitTests('long tests', files, { isLong: true })
await run.browserTests('browser tests without a row', ['desktop', 'phone'], { ofRows: false })
await run.end()
