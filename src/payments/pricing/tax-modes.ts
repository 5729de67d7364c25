import type { TaxMode } from '#foundation/db/tables/taxes.ts'

/** Whether the payment provider calculates the tax. */
export function isProviderMode(mode: TaxMode): boolean {
  return mode === 'provider' || mode === 'provider_included'
}

/** Whether the provider needs a postal code to calculate the tax in a country. */
export function needsPostalCode(country: string): boolean {
  return country === 'US' || country === 'CA'
}
