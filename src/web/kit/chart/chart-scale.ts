/** The values at the top and at the bottom of a chart, and how far down a value lies: 0 at the top, 100 at the bottom. */
export type Scale = { readonly top: number; readonly bottom: number; readonly y: (value: number) => number }

/** A scale that holds 0 and all values, and ends at round ones. */
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
