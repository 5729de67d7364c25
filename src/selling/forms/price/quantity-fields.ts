import { line, number } from '#foundation/http/input/fields.ts'

/** The most of one thing that can be bought at once. */
const mostAtOnce = 9999

const count = number.min(1).max(mostAtOnce).int().default(1)

/** How many of what a form sells its buyers can buy at once; from 1 to 1 they are not asked. */
export const quantityFields = {
  /** What they are asked for, such as "Seats"; empty: the page's own word. */
  quantityLabel: line(60).default(''),
  quantityMin: count,
  quantityMax: count,
  /** How many pieces there are to sell, counted from when this is set; null: as many as anybody wants. */
  stockLimit: number.min(0).max(1_000_000).int().nullable().default(null),
}

/** What is wrong with two counts together, or null. */
export function quantityProblem({
  quantityMin,
  quantityMax,
}: {
  readonly quantityMin: number
  readonly quantityMax: number
}): string | null {
  return quantityMax < quantityMin ? 'The maximum must not be lower than the minimum' : null
}
