import { expect, test } from 'vitest'
import { linesOf, scaleOf, ticksOf } from './scale.ts'

const labels = (values: readonly number[], format: (value: number) => string) =>
  linesOf(scaleOf(values), format).map(({ label }) => label)

test('an axis has round ends, and a middle only where its label is exact', () => {
  const count = (value: number) => String(Math.round(value))
  const share = (value: number) => `${Math.round(value * 100)}%`

  expect(labels([1234], count)).toEqual(['1500', '0', '750'])
  expect(labels([3], count)).toEqual(['3', '0'])
  expect(labels([1], count)).toEqual(['1', '0'])
  expect(labels([0.93], share)).toEqual(['100%', '0%', '50%'])
  expect(labels([40, -12], count)).toEqual(['40', '0', '-15'])
  expect(labels([40, -1], count)).toEqual(['40', '0', '20'])
  expect(labels([], count)).toEqual(['0'])
})

test('labels are evenly spaced, and the last day has one', () => {
  expect(ticksOf(30, 5, 'end')).toEqual([29, 23, 17, 11, 5])
  expect(ticksOf(7, 12, 'end')).toEqual([6, 5, 4, 3, 2, 1, 0])
  expect(ticksOf(24, 5, 'start')).toEqual([0, 6, 12, 18])
  expect(ticksOf(0, 5, 'end')).toEqual([])
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
