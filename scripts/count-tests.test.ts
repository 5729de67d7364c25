import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from './count-tests.ts'

test("counts Vitest's tests, and a file that cannot be loaded as one failure", () => {
  const assertions = ['passed', 'passed', 'failed', 'skipped'].map((status) => ({ fullName: status, status }))
  const report = {
    testResults: [
      { name: 'a.test.ts', status: 'failed', assertionResults: assertions },
      { name: 'b.test.ts', status: 'failed', assertionResults: [] },
    ],
  }
  expect(countVitest(report)).toEqual({ passed: 2, failed: 2, leftOut: ['skipped'] })
})

test("counts Playwright's tests at every depth, and errors outside of them as failures", () => {
  const spec = (status: string) => ({ title: status, tests: [{ projectName: 'phone', status }] })
  const report = {
    errors: [{ message: 'no such file' }],
    suites: [
      {
        specs: [spec('expected'), spec('skipped')],
        suites: [{ specs: [spec('unexpected'), spec('flaky'), spec('expected')] }],
      },
    ],
  }
  expect(countPlaywright(report)).toEqual({
    passed: 3,
    failed: 2,
    leftOut: ['skipped (phone)'],
    unsteady: ['flaky (phone)'],
  })
})
