import { expect, test } from 'vitest'
import { countPlaywright, countVitest, rowsWithout } from './count-tests.ts'

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
    passedTitles: ['expected', 'flaky', 'expected'],
  })
})

test('names the rows that no browser test carries, and tells B1 from B10', () => {
  const titles = ['A8 B10: a trial becomes Growth @desktop', '@desktop C6: the pop-up', 'a buyer pays']
  expect(rowsWithout(titles, ['A8', 'B1', 'B10', 'C6', 'C7'])).toEqual(['B1', 'C7'])
})
