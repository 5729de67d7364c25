import { t } from '#foundation/language/t.ts'
import { line, number } from '#foundation/http/input/fields.ts'

/** The maximum quantity of an order. */
const mostAtOnce = 9999

/** How many units of a form's price an order can have. */
export const quantity = number.min(1).max(mostAtOnce).int().default(1)

/** The quantities buyers can choose. If both are 1, buyers are not asked. */
export const quantityFields = {
  /** The label, such as "Seats". If empty, the page's default is used. */
  quantityLabel: line(60).default(''),
  quantityMin: quantity,
  quantityMax: quantity,
  /** The stock, counted from when it was set, or null for no limit. */
  stockLimit: number.min(0).max(1_000_000).int().nullable().default(null),
}

/** The error if the minimum and maximum contradict each other, or null. */
export function quantityProblem({
  quantityMin,
  quantityMax,
}: {
  readonly quantityMin: number
  readonly quantityMax: number
}): string | null {
  return quantityMax < quantityMin ? t('The maximum must not be lower than the minimum') : null
}
