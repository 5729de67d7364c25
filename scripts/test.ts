// Everything that must hold, in one run: checks, build, unit and API tests (they serve the built pages), browser
// tests, and flows in further browsers. Nothing stops early, and the last line counts what passed and what failed (a
// check counts as one).
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findDocument } from '#sandbox/openapi/find-document.ts'
import { rows } from '../e2e/rows.ts'
import { buildIfNeeded } from './build.ts'
import { runChecks } from './checks.ts'
import { countPlaywright, countVitest, rowsWithout } from './count-tests.ts'
import type { Count } from './count-tests.ts'
import { engines, findEngines } from './find-engines.ts'
import { runTool } from './run-tool.ts'

const reports = await mkdtemp(join(tmpdir(), 'tillform-test-'))
const total: Count = { passed: 0, failed: 0, leftOut: [] }
let interrupted: NodeJS.Signals | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (interrupted = signal))

const description = findDocument()
// The products that the browser tests start have it from here.
if (description !== undefined) process.env['SANDBOX_OPENAPI'] = description

await runChecks(({ name, seconds, problem }) => {
  if (problem === undefined) total.passed += 1
  else total.failed += 1
  print(`${problem === undefined ? '✓' : '✗'} ${name}, ${seconds.toFixed(1)} s`)
  if (problem !== undefined) print(problem)
})
await check('build', async () => {
  await buildIfNeeded(() => {}, 'preact')
})
await check('build, the buyers’ pages on React', async () => {
  await buildIfNeeded(() => {}, 'react')
})
await tests('unit and API tests', countVitest, async (report) => {
  const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile.json=${report}`]
  const env = { NODE_ENV: 'test' }
  return (await runTool('vitest', ['run', '--silent=passed-only', ...reporters], { isShown: true, env })).code
})
await check('browser', installBrowser)
await tests('browser tests', countPlaywright, async (report) => {
  return runPlaywright(['desktop', 'phone', 'react'], report)
})
const found = Object.keys(findEngines())
if (found.length > 0) {
  await tests('flows in other browsers', countFlows, async (report) => runPlaywright(found, report))
}

await rm(reports, { recursive: true, force: true })
for (const [engine, { name, packages }] of Object.entries(engines)) {
  if (!found.includes(engine)) total.leftOut.push(`the flows in ${name}, which needs ${packages}`)
}
if (description === undefined) {
  total.leftOut.push("comparing the sandbox with the provider's API description, which was not found")
}
for (const name of total.leftOut) print(`left out: ${name}`)
print(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = interrupted === undefined && total.failed === 0 ? 0 : 1

async function check(name: string, run: () => Promise<void>): Promise<void> {
  if (interrupted !== undefined) return
  const startedAt = Date.now()
  try {
    await run()
    total.passed += 1
    print(`✓ ${name}, ${secondsSince(startedAt)} s`)
  } catch (error) {
    total.failed += 1
    print(`✗ ${name}, ${secondsSince(startedAt)} s`)
    print(error instanceof Error ? error.message : String(error))
  }
}

/** `run` writes a report to the given file and resolves to the exit code. */
async function tests(
  name: string,
  count: (report: unknown) => Count,
  run: (report: string) => Promise<number>,
): Promise<void> {
  if (interrupted !== undefined) return
  const startedAt = Date.now()
  const file = join(reports, `${name}.json`)
  print(`  ${name}`)
  const code = await run(file)
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const {
    passed,
    failed,
    leftOut,
    unsteady = [],
    passedTitles,
  } = text === undefined ? { passed: 0, failed: 1, leftOut: [] } : count(JSON.parse(text))
  // A run can fail with every test green, by an error outside of them.
  const failures = code !== 0 && failed === 0 ? 1 : failed
  total.passed += passed
  total.failed += failures
  total.leftOut.push(...leftOut)
  for (const title of unsteady) print(`passed, but not at the first try: ${title}`)
  print(
    `${failures === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failures} failed, ${secondsSince(startedAt)} s`,
  )
  if (passedTitles !== undefined) countRows(passedTitles)
}

/** Without the titles: rows are counted by the tests in Chromium, which show them whole. */
function countFlows(report: unknown): Count {
  const { passedTitles: _, ...count } = countPlaywright(report)
  return count
}

async function runPlaywright(projects: readonly string[], report: string): Promise<number> {
  const chosen = projects.map((project) => `--project=${project}`)
  const env = { NODE_ENV: 'test', PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  return (await runTool('playwright', ['test', '--reporter=dot,json', ...chosen], { isShown: true, env }))
    .code
}

/** A row that no browser test shows working counts as one failure. */
function countRows(passedTitles: readonly string[]): void {
  const ids = Object.keys(rows)
  const missing = rowsWithout(passedTitles, ids)
  total.failed += missing.length
  print(`rows with a browser test: ${ids.length - missing.length} of ${ids.length}`)
  for (const id of missing) print(`✗ no browser test passed for ${id}`)
}

/** Playwright's own browser, where e2e/browser.ts finds no other. */
async function installBrowser(): Promise<void> {
  const { findBrowser } = await import('../e2e/browser.ts')
  if ((await findBrowser()) !== undefined) return
  const { code, output } = await runTool('playwright', ['install', 'chromium'])
  if (code !== 0) throw new Error(output)
}

function secondsSince(startedAt: number): string {
  return ((Date.now() - startedAt) / 1000).toFixed(1)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
