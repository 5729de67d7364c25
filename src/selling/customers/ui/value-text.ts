import { formatAmount } from '#foundation/money/amount.ts'
import type { Customer } from '../contract.ts'

export function valueTexts({ value }: Pick<Customer, 'value'>): string[] {
  return value.map(({ currency, total }) => formatAmount(total, currency))
}

/** The customer's name, or their email address if they have none. */
export function nameOf({ name, email }: Pick<Customer, 'name' | 'email'>): string {
  return name === '' ? email : name
}

const regions = new Intl.DisplayNames('en', { type: 'region' })

export function countryText(code: string): string {
  return regions.of(code) ?? code
}
