import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countPlaywright, countVitest, describeSlowest, rowsWithout } from './count-tests.ts'
import { root } from './run-tool.ts'

test('Vitest’s tests are counted, and a file that cannot be loaded counts as one failure', () => {
  const assertions = ['passed', 'passed', 'failed', 'skipped'].map((status) => ({
    fullName: status,
    status,
    duration: 1500,
    tags: [],
  }))
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
    times: [
      { title: 'passed (src/a.test.ts)', seconds: 1.5 },
      { title: 'passed (src/a.test.ts)', seconds: 1.5 },
    ],
  })
})

test('tests that a tag moves to another run are not counted as left out', () => {
  const assertions = [
    { fullName: 'short', status: 'skipped', tags: [] },
    { fullName: 'long', status: 'skipped', tags: ['long'] },
  ]
  const report = {
    testResults: [{ name: join(root, 'a.test.ts'), status: 'passed', assertionResults: assertions }],
  }
  expect(countVitest(report, false).leftOut).toEqual(['short'])
  expect(countVitest(report, true).leftOut).toEqual(['long'])
  expect(countVitest(report).leftOut).toEqual(['short', 'long'])
})

test('the slowest tests are listed first', () => {
  const times = [3, 12.34, 7].map((seconds) => ({ title: `takes ${seconds}`, seconds }))
  expect(describeSlowest(times, 2)).toEqual(['slow: 12.3 s, takes 12.34', 'slow: 7.0 s, takes 7'])
})

test('Playwright’s tests are counted at every depth, and errors outside tests count as failures', () => {
  const spec = (status: string) => ({
    title: status,
    tests: [{ projectName: 'phone', status, results: [{ duration: 9000 }, { duration: 2000 }] }],
  })
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
    times: ['expected', 'flaky', 'expected'].map((title) => ({ title: `${title} (phone)`, seconds: 2 })),
    unsteady: ['flaky (phone)'],
    passedTitles: ['expected', 'flaky', 'expected'],
  })
})

test('rows without a browser test are listed, and B1 is not confused with B10', () => {
  const titles = ['A8 B10: a trial becomes Growth @desktop', '@desktop C6: the pop-up', 'a buyer pays']
  expect(rowsWithout(titles, ['A8', 'B1', 'B10', 'C6', 'C7'])).toEqual(['B1', 'C7'])
})
