import { expect, test } from 'vitest'
import { timeLeft } from './file-rows.tsx'

test.each([
  [{ sent: 0, left: 100, time: 9_000 }, null],
  [{ sent: 50, left: 50, time: 2_000 }, null],
  [{ sent: 50, left: 50, time: 9_000 }, 'less than a minute left'],
  [{ sent: 10, left: 70, time: 10_000 }, 'about a minute left'],
  [{ sent: 10, left: 300, time: 10_000 }, 'about 5 minutes left'],
  [{ sent: 10, left: 3_600, time: 10_000 }, 'about an hour left'],
  [{ sent: 10, left: 9_000, time: 10_000 }, 'about 3 hours left'],
])('the time left for the upload %j is shown as %s', (pace, text) => {
  expect(timeLeft(pace)).toBe(text)
})
