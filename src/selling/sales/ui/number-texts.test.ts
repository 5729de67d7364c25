import { expect, test } from 'vitest'
import { changeOf, chartable, type Counted, inWeeks, presentStep, rateOf, rateText } from './number-texts.ts'

test('a rate is shown only if it is between 0 and 100%', () => {
  expect([rateOf(1, 3), rateOf(0, 5), rateOf(0, 0), rateOf(3, 2)].map(rateText)).toEqual([
    '33.3%',
    '0%',
    '–',
    '–',
  ])
  expect([0.1, 0.64].map(rateText)).toEqual(['10%', '64%'])
})

test('a change is relative to the previous figure where that is meaningful', () => {
  expect(changeOf(150, 100, 'amount')).toEqual({ direction: 'more', text: '50%', isRatio: false })
  expect(changeOf(0, 80, 'amount')).toEqual({ direction: 'less', text: '100%', isRatio: false })
  expect(changeOf(575, 100, 'amount')).toEqual({ direction: 'more', text: '5.8×', isRatio: true })
  expect(changeOf(50, -100, 'amount')).toEqual({ direction: 'more', text: '', isRatio: false })
  expect(changeOf(5, 0, 'amount')).toEqual({ direction: 'more', text: '', isRatio: false })
  expect(changeOf(1000, 1001, 'amount')?.direction).toBe('same')
  expect(changeOf(0.25, 0.2, 'rate')).toEqual({ direction: 'more', text: '5 points', isRatio: false })
  expect(changeOf(0.051, 0.061, 'rate')).toEqual({ direction: 'less', text: '1 point', isRatio: false })
  expect([changeOf(null, 0.2, 'rate'), changeOf(0.2, null, 'rate')]).toEqual([null, null])
})

test('the current hour is the last one that has started', () => {
  const steps = ['2026-06-11T00:00:00.000Z', '2026-06-11T01:00:00.000Z', '2026-06-11T02:00:00.000Z']

  expect(presentStep({ steps, to: '2026-06-11T01:59:59.999Z' })).toBe(1)
})

const days = (count: number, all: number): Counted[] =>
  Array.from({ length: count }, (_, index) => {
    const name = `Jun ${index + 1}`
    return { name, tick: name, part: index, all, before: { part: 1, all } }
  })

test('days are grouped into weeks so that the last week is complete', () => {
  expect(inWeeks(days(15, 10))).toEqual([
    { name: 'Jun 1', tick: 'Jun 1', part: 0, all: 10, before: { part: 1, all: 10 } },
    { name: 'Jun 2 – Jun 8', tick: 'Jun 2', part: 28, all: 70, before: { part: 7, all: 70 } },
    { name: 'Jun 9 – Jun 15', tick: 'Jun 9', part: 77, all: 70, before: { part: 7, all: 70 } },
  ])
})

test('rates of few events are shown by week, or as counts if weeks also have too few events', () => {
  const shown = (count: number, all: number, unit: 'hour' | 'day' | 'month' = 'day') => {
    const { counted, isByWeek, areRates } = chartable(days(count, all), unit)
    return [counted.length, isByWeek, areRates]
  }

  expect(shown(30, 20)).toEqual([30, false, true])
  expect(shown(8, 20)).toEqual([2, true, true])
  expect(shown(30, 5)).toEqual([5, true, true])
  expect(shown(30, 1)).toEqual([5, true, false])
  expect(shown(90, 100)).toEqual([13, true, true])
  expect(shown(7, 5)).toEqual([7, false, false])
  const young = [...days(9, 0), ...days(3, 400)]
  expect(chartable(young, 'month').areRates).toBe(true)
  expect(shown(24, 1, 'hour')).toEqual([24, false, false])
})
