// A run of checks and tests with totals: nothing stops early, and the last lines list the failures and counts. A check
// counts as one.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rowId } from '../e2e/rows.ts'
import type { CheckResult } from './checks.ts'
import { countPlaywright, countVitest, describeSlowest, longTag, type Count } from './count-tests.ts'
import { findOpenApi } from './find-openapi.ts'
import { runTool } from './run-tool.ts'

export type TestRun = {
  readonly tell: (result: CheckResult) => void
  readonly check: (name: string, run: () => Promise<void>) => Promise<void>
  /** Runs the unit and API tests that match these Vitest arguments: long ones, others, or all. */
  readonly unitTests: (
    name: string,
    args: readonly string[],
    options?: { readonly isLong?: boolean },
  ) => Promise<void>
  /**
   * Runs the browser tests of these projects: those that show a row, others, or all. Returns the titles of those that
   * passed.
   */
  readonly browserTests: (
    name: string,
    projects: readonly string[],
    options?: { readonly ofRows?: boolean },
  ) => Promise<readonly string[]>
  /** Counts failures outside tests, each with a line that describes it. */
  readonly fail: (lines: readonly string[]) => void
  readonly leaveOut: (what: string) => void
  readonly print: (line: string) => void
  /** Prints the slowest tests and the totals, and sets the exit code. */
  readonly end: () => Promise<void>
}

export async function startTestRun(): Promise<TestRun> {
  const reports = await mkdtemp(join(tmpdir(), 'tillform-reports-'))
  const total: Count = { passed: 0, failed: [], leftOut: [], times: [] }
  let interrupted: NodeJS.Signals | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (interrupted = signal))
  // The products that the tests start inherit this variable.
  const description = findOpenApi()
  if (description !== undefined) process.env['SANDBOX_OPENAPI'] = description

  const tell: TestRun['tell'] = ({ name, seconds, problem }) => {
    if (problem === undefined) total.passed += 1
    else total.failed.push(name)
    print(`${problem === undefined ? '✓' : '✗'} ${name}, ${seconds.toFixed(1)} s`)
    if (problem !== undefined) print(problem)
  }

  /** `run` writes a report to the given file and resolves to the exit code. */
  const tests = async (
    name: string,
    count: (report: unknown) => Count,
    run: (report: string) => Promise<number>,
  ): Promise<void> => {
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
      times,
      unsteady = [],
    } = text === undefined
      ? { passed: 0, failed: [`${name}, which left no report`], leftOut: [], times: [] }
      : count(JSON.parse(text))
    // A run can fail although every test passed, because of an error outside the tests.
    const failures = code !== 0 && failed.length === 0 ? [`${name}, by an error outside the tests`] : failed
    total.passed += passed
    total.failed.push(...failures)
    total.leftOut.push(...leftOut)
    total.times.push(...times)
    for (const title of unsteady) print(`passed, but not on the first try: ${title}`)
    const mark = failures.length === 0 ? '✓' : '✗'
    print(
      `${mark} ${name}: ${passed} passed, ${failures.length} failed, ${secondsSince(startedAt).toFixed(1)} s`,
    )
  }

  return {
    tell,
    print,

    async unitTests(name, args, { isLong } = {}) {
      const filter = isLong === undefined ? [] : [`--tags-filter=${isLong ? '' : '!'}${longTag}`]
      const run = async (file: string): Promise<number> => {
        const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile.json=${file}`]
        const env = { NODE_ENV: 'test' }
        const chosen = ['run', ...args, ...filter, '--silent=passed-only', ...reporters]
        return (await runTool('vitest', chosen, { isShown: true, env })).code
      }
      await tests(name, (report) => countVitest(report, isLong), run)
    },

    async check(name, run) {
      if (interrupted !== undefined) return
      const startedAt = Date.now()
      const problem = await run().then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      tell({ name, seconds: secondsSince(startedAt), problem })
    },

    async browserTests(name, projects, { ofRows } = {}) {
      let titles: readonly string[] = []
      const filter = ofRows === undefined ? [] : [`--grep${ofRows ? '' : '-invert'}=${rowId.source}`]
      const chosen = [...projects.map((project) => `--project=${project}`), ...filter]
      await tests(
        name,
        (report) => {
          const count = countPlaywright(report)
          titles = count.passedTitles ?? []
          return count
        },
        async (report) => {
          const env = { NODE_ENV: 'test', PLAYWRIGHT_JSON_OUTPUT_FILE: report }
          const args = ['test', '--reporter=dot,json', ...chosen]
          return (await runTool('playwright', args, { isShown: true, env })).code
        },
      )
      return titles
    },

    fail(lines) {
      total.failed.push(...lines)
    },

    leaveOut: (what) => void total.leftOut.push(what),

    async end() {
      await rm(reports, { recursive: true, force: true })
      if (description === undefined) {
        const what = "comparing the sandbox with the provider's API description, which was not found"
        total.leftOut.push(what)
      }
      for (const line of describeSlowest(total.times)) print(line)
      for (const name of total.leftOut) print(`left out: ${name}`)
      for (const name of total.failed) print(`failed: ${name}`)
      print(`${total.passed} passed, ${total.failed.length} failed`)
      process.exitCode = interrupted === undefined && total.failed.length === 0 ? 0 : 1
    },
  }
}

/** Installs Playwright's own browser if e2e/browser.ts finds no other one. */
export async function installBrowser(): Promise<void> {
  const { findBrowser } = await import('../e2e/browser.ts')
  if ((await findBrowser()) !== undefined) return
  const { code, output } = await runTool('playwright', ['install', 'chromium'])
  if (code !== 0) throw new Error(output)
}

function secondsSince(startedAt: number): number {
  return (Date.now() - startedAt) / 1000
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
