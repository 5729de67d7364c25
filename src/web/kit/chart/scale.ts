/** A chart's top and bottom values, and a value's position: 0 at the top, 100 at the bottom. */
export type Scale = { readonly top: number; readonly bottom: number; readonly y: (value: number) => number }

/** A scale that includes 0 and all values, with round ends. */
export function scaleOf(values: readonly number[]): Scale {
  const top = roundUp(Math.max(0, ...values))
  const bottom = -roundUp(Math.max(0, ...values.map((value) => -value)))
  const height = top - bottom
  return {
    top,
    bottom: bottom === 0 ? 0 : bottom,
    y: (value) => (height === 0 ? 100 : ((top - value) / height) * 100),
  }
}

const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The next number with few digits: 1234 becomes 1500. */
function roundUp(value: number): number {
  if (value <= 0) return 0
  const unit = 10 ** Math.floor(Math.log10(value))
  const found = steps.find((one) => one * unit >= value) ?? 10
  return found * unit
}

/** Less of the height, in percent, between two labels and they overlap. */
const leastBetween = 15

/**
 * The lines of the y axis with their labels: the middle one only where its label is exact, and the bottom one only
 * where there is room below 0.
 */
export function linesOf(
  { top, bottom, y }: Scale,
  format: (value: number) => string,
): { readonly value: number; readonly label: string }[] {
  const bottoms = y(bottom) - y(0) < leastBetween ? [] : [bottom]
  const ends = [...new Set([top, 0, ...bottoms])].map((value) => ({ value, label: format(value) }))
  const half = top / 2
  const isExact = top > 0 && bottoms.length === 0 && (top <= 1 || Number.isInteger(half))
  const middle = { value: half, label: format(half) }
  return isExact && ends.every(({ label }) => label !== middle.label) ? [...ends, middle] : ends
}

const intervals = [1, 2, 3, 4, 6, 7, 8, 10, 15, 20, 30]

/** The points labeled on the x axis, evenly spaced from its start or its end. */
export function ticksOf(count: number, most: number, from: 'start' | 'end'): number[] {
  const every = intervals.find((one) => Math.ceil(count / one) <= most) ?? count
  return Array.from({ length: Math.ceil(count / every) }, (_, index) =>
    from === 'start' ? index * every : count - 1 - index * every,
  )
}
