import { t } from '#foundation/language/t.ts'
import { countryName } from './countries.ts'

/** The seller or buyer as named on an invoice. Empty fields are null. */
export type Party = {
  readonly name: string | null
  readonly addressLine1: string | null
  readonly addressLine2: string | null
  readonly postalCode: string | null
  readonly city: string | null
  readonly country: string | null
  readonly taxNumber: string | null
}

/** The lines that describe a seller or buyer on an invoice: name, address, country, tax number. */
export function partyLines(party: Party): string[] {
  const { name, addressLine1, addressLine2, postalCode, city, country, taxNumber } = party
  const place = [postalCode, city].filter((part) => part !== null).join(' ')
  return [
    name,
    addressLine1,
    addressLine2,
    place === '' ? null : place,
    country === null ? null : countryName(country),
    taxNumber === null ? null : t('Tax number {taxNumber}', { taxNumber }),
  ].filter((text) => text !== null)
}
