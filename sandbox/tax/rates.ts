import { invalidRequest } from '#api/errors.ts'
import type { CalculationRecord, TaxPart } from './records.ts'

type Place = Pick<TaxPart, 'jurisdiction' | 'taxability_reason' | 'rate'>

/* The rates are the sandbox's own, close to real ones. The README lists them. */

const vat: Readonly<Record<string, string>> = {
  AT: '20.0',
  BE: '21.0',
  DE: '19.0',
  DK: '25.0',
  ES: '21.0',
  FI: '25.5',
  FR: '20.0',
  IE: '23.0',
  IT: '22.0',
  LU: '17.0',
  NL: '21.0',
  PL: '23.0',
  PT: '23.0',
  SE: '25.0',
  CH: '8.1',
  GB: '20.0',
  NO: '25.0',
}
const europeanUnion = new Set([
  'AT',
  'BE',
  'DE',
  'DK',
  'ES',
  'FI',
  'FR',
  'IE',
  'IT',
  'LU',
  'NL',
  'PL',
  'PT',
  'SE',
])

/** The provincial rates of Canada by the first letter of the postal code. */
const provinces: Readonly<
  Record<string, readonly [state: string, name: string, type: string, percentage: string]>
> = {
  K: ['ON', 'Ontario', 'hst', '8.0'],
  M: ['ON', 'Ontario', 'hst', '8.0'],
  H: ['QC', 'Quebec', 'qst', '9.975'],
  V: ['BC', 'British Columbia', 'pst', '7.0'],
  T: ['AB', 'Alberta', 'none', '0.0'],
}

/** The tax in each jurisdiction of an address, as this account collects it. */
export function placesOf(
  { address, tax_ids: ids }: Pick<CalculationRecord, 'address' | 'tax_ids'>,
  sellerCountry: string,
): Place[] {
  const country = address.country ?? ''
  const postal = (address.postal_code ?? '').trim().toUpperCase()
  if (country === 'US') return ofStates(postal)
  if (country === 'CA') return ofProvince(postal, address.state)
  const place = { country, display_name: nameOf(country), level: 'country' as const, state: null }
  const percentage = vat[country]
  if (percentage !== undefined) {
    const isReversed =
      country !== sellerCountry &&
      europeanUnion.has(country) &&
      europeanUnion.has(sellerCountry) &&
      ids.some(({ type }) => type === 'eu_vat')
    if (isReversed) return [{ jurisdiction: place, taxability_reason: 'reverse_charge', rate: null }]
    return [standard(place, 'VAT', 'vat', percentage)]
  }
  if (country === 'AU') return [standard(place, 'GST', 'gst', '10.0')]
  if (country === 'JP') return [standard(place, 'JCT', 'jct', '10.0')]
  return [{ jurisdiction: place, taxability_reason: 'not_collecting', rate: null }]
}

/** California (zip codes with 9) and New York (with 1) tax a sale. Oregon (97) has no sales tax. */
function ofStates(postal: string): Place[] {
  if (!/^\d{5}(-\d{4})?$/.test(postal) || postal.startsWith('000')) throw unknownLocation()
  const state = (code: string, name: string) =>
    ({ country: 'US', display_name: name, level: 'state' as const, state: code }) as const
  const county = (code: string, name: string) => ({ ...state(code, name), level: 'county' as const })
  if (postal.startsWith('97'))
    return [{ jurisdiction: state('OR', 'Oregon'), taxability_reason: 'not_subject_to_tax', rate: null }]
  if (postal.startsWith('9'))
    return [
      standard(state('CA', 'California'), 'Sales Tax', 'sales_tax', '6.0'),
      standard(county('CA', 'Los Angeles County'), 'Sales Tax', 'sales_tax', '3.5'),
    ]
  if (postal.startsWith('1'))
    return [
      standard(state('NY', 'New York'), 'Sales Tax', 'sales_tax', '4.0'),
      standard(county('NY', 'New York County'), 'Sales Tax', 'sales_tax', '4.875'),
    ]
  return [{ jurisdiction: state('TX', 'Texas'), taxability_reason: 'not_collecting', rate: null }]
}

function ofProvince(postal: string, state: string | null): Place[] {
  const found = Object.values(provinces).find(([code]) => code === state) ?? provinces[postal.charAt(0)]
  if (found === undefined) throw unknownLocation()
  const [code, name, type, percentage] = found
  const canada = { country: 'CA', display_name: 'Canada', level: 'country' as const, state: null }
  const province = { country: 'CA', display_name: name, level: 'state' as const, state: code }
  const own = type === 'none' ? [] : [standard(province, type.toUpperCase(), type, percentage)]
  return [standard(canada, 'GST', 'gst', '5.0'), ...own]
}

function standard(
  jurisdiction: Place['jurisdiction'],
  name: string,
  type: string,
  percentage: string,
): Place {
  const rate = { display_name: name, percentage_decimal: percentage, tax_type: type }
  return { jurisdiction, taxability_reason: 'standard_rated', rate }
}

function nameOf(country: string): string {
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? country
}

export function unknownLocation() {
  return invalidRequest(
    "We could not determine the customer's tax location based on the provided customer address.",
    { code: 'customer_tax_location_invalid', param: 'customer_details[address]' },
  )
}
