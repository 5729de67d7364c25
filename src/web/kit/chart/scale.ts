/**
 * A chart's top and bottom values, and the position of a value: 0 at the top, 100 at the bottom. On a cut
 * scale, values above `top` continue above a break, up to `most`.
 */
export type Scale = {
  readonly top: number
  readonly bottom: number
  readonly isCut: boolean
  /** The greatest value. */
  readonly most: number
  readonly y: (value: number) => number
}

/** A scale that includes 0 and all values up to `most`, with round ends. */
export function scaleOf(values: readonly number[], most = Infinity): Scale {
  const top = roundUp(Math.max(0, ...values.filter((value) => value <= most)))
  const bottom = -roundUp(Math.max(0, ...values.map((value) => -value)))
  const isCut = most !== Infinity
  const end = isCut ? top / heightOfUncut : top
  const height = end - bottom
  const all = Math.max(0, ...values)
  // Above the break, the tallest bar reaches the end, and others are in proportion to it.
  const drawn = (value: number) =>
    isCut && value > top ? end - ((end - top) * heightOfBreak * (all - value)) / (all - top) : value
  return {
    top,
    bottom: bottom === 0 ? 0 : bottom,
    isCut,
    most: all,
    y: (value) => (height === 0 ? 100 : ((end - Math.min(drawn(value), end)) / height) * 100),
  }
}

/** The part of the height above the break for the differences between cut bars. */
const heightOfBreak = 0.4
/** The part of the height that cut bars leave for the others. */
const heightOfUncut = 0.72
/** A typical bar that is lower than this part of the tallest bar is too low to compare. */
const leastOfTallest = 0.1

/**
 * The greatest value that is drawn to scale, because one huge day must not flatten all others. The cut is at the widest
 * gap between the tallest bars. Infinity if cutting a few bars would not help.
 */
export function mostToScale(values: readonly number[]): number {
  const down = values.filter((value) => value > 0).toSorted((one, other) => other - one)
  const [tallest = 0, usual = 0] = [down[0], down[Math.floor(down.length / 2)]]
  if (usual >= tallest * leastOfTallest) return Infinity
  const candidates = down.slice(1, 1 + (down.length < 4 ? 0 : Math.ceil(down.length / 6)))
  const gaps = candidates.map((value, index) => (down[index] ?? 0) / value)
  const widest = Math.max(...gaps)
  return widest < 2 ? Infinity : (candidates[gaps.indexOf(widest)] ?? Infinity)
}

const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The next number with few digits: 1234 becomes 1500. */
function roundUp(value: number): number {
  if (value <= 0) return 0
  const unit = 10 ** Math.floor(Math.log10(value))
  const found = steps.find((one) => one * unit >= value) ?? 10
  return found * unit
}

/** The smallest distance at which two labels do not overlap, in percent of the height. */
const leastBetween = 15

/**
 * The lines of the y axis with their labels: the middle one only if its label is exact, and the bottom one
 * only if there is room below 0.
 */
export function linesOf(
  { top, bottom, y, isCut, most }: Scale,
  format: (value: number) => string,
): { readonly value: number; readonly label: string }[] {
  const bottoms = y(bottom) - y(0) < leastBetween ? [] : [bottom]
  const ends = [...new Set([...(isCut ? [most] : []), top, 0, ...bottoms])].map((value) => ({
    value,
    label: format(value),
  }))
  const half = top / 2
  const isExact = top > 0 && bottoms.length === 0 && (top <= 1 || Number.isInteger(half))
  const middle = { value: half, label: format(half) }
  return isExact && ends.every(({ label }) => label !== middle.label) ? [...ends, middle] : ends
}

const intervals = [1, 2, 3, 4, 6, 7, 8, 10, 15, 20, 30]

/** The points with labels on the x axis, evenly spaced from its start or its end. */
export function ticksOf(count: number, most: number, from: 'start' | 'end'): number[] {
  const every = intervals.find((one) => Math.ceil(count / one) <= most) ?? count
  return Array.from({ length: Math.ceil(count / every) }, (_, index) =>
    from === 'start' ? index * every : count - 1 - index * every,
  )
}
