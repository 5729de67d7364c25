// Reads how many tests passed, failed and were left out from the reports of Vitest and Playwright.
import { z } from 'zod'

/** `unsteady`: passed, but not at the first try, as CI allows a browser test. */
export type Count = {
  passed: number
  failed: number
  leftOut: string[]
  unsteady?: string[]
  /** Titles of what passed, where the report's reader wants them. */
  passedTitles?: string[]
}

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

export function countVitest(report: unknown): Count {
  const files = VitestReport.parse(report).testResults
  const tests = files.flatMap((file) => file.assertionResults)
  // A file that cannot even be loaded has no tests to fail.
  const brokenFiles = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: tests.filter((test) => test.status === 'failed').length + brokenFiles.length,
    leftOut: tests
      .filter((test) => test.status !== 'passed' && test.status !== 'failed')
      .map((test) => test.fullName),
  }
}

const PlaywrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(
        z.object({
          projectName: z.string(),
          status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
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
  errors: z.array(z.unknown()),
})

export function countPlaywright(report: unknown): Count {
  const { suites, errors } = PlaywrightReport.parse(report)
  const unsteady: string[] = []
  const passedTitles: string[] = []
  const count: Count = { passed: 0, failed: errors.length, leftOut: [], unsteady, passedTitles }
  // Suites nest; each pass looks at one level and queues the next.
  const queue = [...suites]
  for (const suite of queue) {
    queue.push(...(suite.suites ?? []))
    for (const { title, tests } of suite.specs) {
      for (const { status, projectName } of tests) {
        if (status === 'expected' || status === 'flaky') {
          count.passed += 1
          passedTitles.push(title)
        }
        if (status === 'flaky') unsteady.push(`${title} (${projectName})`)
        if (status === 'skipped') count.leftOut.push(`${title} (${projectName})`)
        if (status === 'unexpected') count.failed += 1
      }
    }
  }
  return count
}

/** The ids of `rows` that no title carries, as "B7" in "A8 B7: before onboarding …". */
export function rowsWithout(titles: readonly string[], rows: readonly string[]): string[] {
  const named = new Set(titles.flatMap((title) => title.match(/\b[A-Z]\d+\b/g) ?? []))
  return rows.filter((row) => !named.has(row))
}
