import { expect, test } from 'vitest'
import { scaleOf } from '#web/kit/chart/chart.tsx'
import { changeOf, inWeeks, presentStep, rateOf, rateText } from './number-texts.ts'

test('a rate is shown only if it is between 0 and 100%', () => {
  expect([rateOf(1, 3), rateOf(0, 5), rateOf(0, 0), rateOf(3, 2)].map(rateText)).toEqual([
    '33.3%',
    '0%',
    '–',
    '–',
  ])
})

test('a change is relative to the previous figure, even a negative one', () => {
  expect(changeOf(150, 100)).toEqual({ direction: 'more', text: '50%' })
  expect(changeOf(0, 80)).toEqual({ direction: 'less', text: '100%' })
  expect(changeOf(50, -100)).toEqual({ direction: 'more', text: '150%' })
  expect(changeOf(1000, 1001)?.direction).toBe('same')
  expect([changeOf(5, 0), changeOf(null, 0.2), changeOf(0.2, null)]).toEqual([null, null, null])
})

test('the current hour is the last one that has started', () => {
  const steps = ['2026-06-11T00:00:00.000Z', '2026-06-11T01:00:00.000Z', '2026-06-11T02:00:00.000Z']

  expect(presentStep({ steps, to: '2026-06-11T01:59:59.999Z' })).toBe(1)
})

test('days are grouped into weeks so that the last week is complete', () => {
  const days = Array.from({ length: 15 }, (_, index) => ({ name: `Jun ${index + 1}`, part: index, all: 10 }))

  expect(inWeeks(days)).toEqual([
    { name: 'Jun 1', part: 0, all: 10 },
    { name: 'Jun 2 – Jun 8', part: 28, all: 70 },
    { name: 'Jun 9 – Jun 15', part: 77, all: 70 },
  ])
})

test('a chart’s axis ends at round values and includes zero', () => {
  const ends = (...values: number[]) => {
    const { top, bottom, y } = scaleOf(values)
    return [top, bottom, y(0)]
  }

  expect(ends(1234, 300)).toEqual([1500, 0, 100])
  expect(ends(100, -30)).toEqual([100, -30, expect.closeTo(76.92)])
  expect(ends()).toEqual([0, 0, 100])
  expect(ends(0.073)).toEqual([expect.closeTo(0.08), 0, 100])
})
