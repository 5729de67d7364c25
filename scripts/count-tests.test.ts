import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countPlaywright, countVitest, rowsWithout } from './count-tests.ts'
import { root } from './run-tool.ts'

test("counts Vitest's tests and names those that failed, and a file that cannot be loaded as one failure", () => {
  const assertions = ['passed', 'passed', 'failed', 'skipped'].map((status) => ({ fullName: status, status }))
  const report = {
    testResults: [
      { name: join(root, 'src', 'a.test.ts'), status: 'failed', assertionResults: assertions },
      { name: join(root, 'src', 'b.test.ts'), status: 'failed', assertionResults: [] },
    ],
  }
  expect(countVitest(report)).toEqual({
    passed: 2,
    failed: ['failed (src/a.test.ts)', 'src/b.test.ts'],
    leftOut: ['skipped'],
  })
})

test("counts Playwright's tests at every depth and names those that failed, and errors outside of them as failures", () => {
  const spec = (status: string) => ({ title: status, tests: [{ projectName: 'phone', status }] })
  const report = {
    errors: [{ message: 'no such file\n  at test.ts' }],
    suites: [
      {
        specs: [spec('expected'), spec('skipped')],
        suites: [{ specs: [spec('unexpected'), spec('flaky'), spec('expected')] }],
      },
    ],
  }
  expect(countPlaywright(report)).toEqual({
    passed: 3,
    failed: ['no such file', 'unexpected (phone)'],
    leftOut: ['skipped (phone)'],
    unsteady: ['flaky (phone)'],
    passedTitles: ['expected', 'flaky', 'expected'],
  })
})

test('names the rows that no browser test carries, and tells B1 from B10', () => {
  const titles = ['A8 B10: a trial becomes Growth @desktop', '@desktop C6: the pop-up', 'a buyer pays']
  expect(rowsWithout(titles, ['A8', 'B1', 'B10', 'C6', 'C7'])).toEqual(['B1', 'C7'])
})
