import { formatAmount } from '#foundation/money/amount.ts'
import type { Customer } from '../contract.ts'

/** What somebody paid, currency by currency. */
export function valueTexts({ value }: Pick<Customer, 'value'>): string[] {
  return value.map(({ currency, total }) => formatAmount(total, currency))
}

/** A name, or the address of who has none. */
export function nameOf({ name, email }: Pick<Customer, 'name' | 'email'>): string {
  return name === '' ? email : name
}

const regions = new Intl.DisplayNames('en', { type: 'region' })

export function countryText(code: string): string {
  return regions.of(code) ?? code
}
