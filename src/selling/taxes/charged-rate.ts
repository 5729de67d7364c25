import type { TaxRate } from '#foundation/money/tax.ts'

type StoredTax = {
  readonly percentage: string | number
  readonly inclusive: boolean
  readonly active: boolean
}

/** The rate that a tax adds to charges: none where it is not active. */
export function chargedRate({ percentage, inclusive, active }: StoredTax): TaxRate | null {
  return active ? { percentage: String(Number(percentage)), inclusive } : null
}
