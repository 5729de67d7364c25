// Counts the passed, failed and left-out tests in the reports of Vitest and Playwright, with their durations.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { rowId } from '../e2e/rows.ts'
import { root } from './run-tool.ts'

/** Tests in `unsteady` passed only after a retry, which CI allows for browser tests. */
export type Count = {
  passed: number
  failed: string[]
  leftOut: string[]
  /** The duration of each passed test, in seconds. */
  times: TestTime[]
  unsteady?: string[]
  /** The titles of the passed tests, if the caller needs them. */
  passedTitles?: string[]
}

export type TestTime = { readonly title: string; readonly seconds: number }

/** Marks tests that `npm test` leaves to `npm run long`. */
export const longTag = 'long'

const VitestFile = z.object({
  name: z.string().transform((file) => relative(root, file)),
  status: z.string(),
  assertionResults: z.array(
    z.object({
      fullName: z.string(),
      status: z.string(),
      duration: z.number().nullish(),
      tags: z.array(z.string()),
    }),
  ),
})
const VitestReport = z.object({ testResults: z.array(VitestFile) })

/** @param isLong true for a run of `long` tests, false for a run of all others, undefined for a run of all. */
export function countVitest(report: unknown, isLong?: boolean): Count {
  const files = VitestReport.parse(report).testResults
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, title: `${test.fullName} (${name})` })),
  )
  const passed = tests.filter(({ status }) => status === 'passed')
  return {
    passed: passed.length,
    failed: files.flatMap(failedIn),
    leftOut: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      // Tests that the tag filter leaves out belong to another run.
      .filter(({ tags }) => isLong === undefined || tags.includes(longTag) === isLong)
      .map(({ fullName }) => fullName),
    times: passed.map(({ title, duration }) => ({ title, seconds: (duration ?? 0) / 1000 })),
  }
}

/** One line for each of the slowest tests, slowest first. */
export function describeSlowest(times: readonly TestTime[], count = 10): string[] {
  return times
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ title, seconds }) => `slow: ${seconds.toFixed(1)} s, ${title}`)
}

function failedIn({ name, status, assertionResults }: z.output<typeof VitestFile>): string[] {
  // If a file cannot be loaded, none of its tests is listed as failed.
  if (status === 'failed' && assertionResults.length === 0) return [name]
  return assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName }) => `${fullName} (${name})`)
}

const PlaywrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(
        z.object({
          projectName: z.string(),
          status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
          results: z.array(z.object({ duration: z.number() })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(PlaywrightSuite).optional()
  },
})
const PlaywrightReport = z.object({
  suites: z.array(PlaywrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
})

export function countPlaywright(report: unknown): Count {
  const { suites, errors } = PlaywrightReport.parse(report)
  const unsteady: string[] = []
  const passedTitles: string[] = []
  const failed = errors.map(({ message }) => firstLineOf(message ?? 'an error outside the tests'))
  const times: TestTime[] = []
  const count: Count = { passed: 0, failed, leftOut: [], times, unsteady, passedTitles }
  // Suites can be nested. Each pass reads one level of them and queues the next.
  const queue = [...suites]
  for (const suite of queue) {
    queue.push(...(suite.suites ?? []))
    for (const { title, tests } of suite.specs) {
      for (const { status, projectName, results } of tests) {
        if (status === 'expected' || status === 'flaky') {
          count.passed += 1
          times.push({ title: `${title} (${projectName})`, seconds: (results.at(-1)?.duration ?? 0) / 1000 })
          passedTitles.push(title)
        }
        if (status === 'flaky') unsteady.push(`${title} (${projectName})`)
        if (status === 'skipped') count.leftOut.push(`${title} (${projectName})`)
        if (status === 'unexpected') failed.push(`${title} (${projectName})`)
      }
    }
  }
  return count
}

function firstLineOf(text: string): string {
  return stripVTControlCharacters(text).split('\n')[0] ?? ''
}

/** The ids in `rows` that no test title contains. The title "A8 B7: before onboarding …" contains two. */
export function rowsWithout(titles: readonly string[], rows: readonly string[]): string[] {
  const named = new Set(titles.flatMap((title) => title.match(new RegExp(rowId, 'g')) ?? []))
  return rows.filter((row) => !named.has(row))
}
