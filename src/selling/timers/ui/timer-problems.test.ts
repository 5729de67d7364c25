import { expect, test } from 'vitest'
import { problemsByPlace } from './timer-problems.ts'

test('a rejected form’s timer errors are grouped by timer', () => {
  const problems = problemsByPlace({
    'timers.0.amount': 'too small',
    'timers.0.title': 'too long',
    'timers.12.amount': 'too large',
    timers: 'too many',
    amount: 'missing',
  })
  expect([...problems]).toEqual([
    [0, { amount: 'too small', title: 'too long' }],
    [12, { amount: 'too large' }],
  ])
})
