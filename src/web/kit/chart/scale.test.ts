import { expect, test } from 'vitest'
import { linesOf, mostToScale, scaleOf, ticksOf } from './scale.ts'

const labels = (values: readonly number[], format: (value: number) => string) =>
  linesOf(scaleOf(values), format).map(({ label }) => label)

test('a chart’s axis has round ends, and a middle label only if it is exact', () => {
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

test('the labels of a chart are evenly spaced, and the last day has one', () => {
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

test('a few huge bars are cut if they would flatten all others', () => {
  const usual = [90, 70, 80, 20, 110, 60, 130, 40, 75, 85, 95, 30]

  expect(mostToScale([4650, 2400, 380, ...usual])).toBe(380)
  expect(mostToScale([4591, 2322, 911, 487, 335, 276, 261, 196, 196, 154, 154])).toBe(911)
  expect(mostToScale([...usual, 500])).toBe(Infinity)
  expect(mostToScale([885, 22, 50])).toBe(Infinity)
  expect(mostToScale([])).toBe(Infinity)
  // Values that rise steadily have no gap at which to cut.
  expect(mostToScale(Array.from({ length: 24 }, (_, index) => 1.5 ** index))).toBe(Infinity)
})

test('bars on a cut scale keep most of the height, and taller ones are in proportion above the break', () => {
  const values = [4650, 2400, 380, 90, -100]
  const scale = scaleOf(values, 380)
  const { top, bottom, isCut, y } = scale

  expect([top, bottom, isCut]).toEqual([400, -100, true])
  expect([y(4650), y(-100)]).toEqual([0, 100])
  expect(y(2400)).toBeCloseTo(y(400) * 0.4 * ((4650 - 2400) / (4650 - 400)))
  expect(y(400)).toBeGreaterThan(20)
  expect(y(0)).toBeGreaterThan(y(90))
  expect(linesOf(scale, String).map(({ label }) => label)).toEqual(['4650', '400', '0', '-100'])
})
