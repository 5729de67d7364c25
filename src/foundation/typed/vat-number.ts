import { plainTaxNumber } from './read-tax-number.ts'

/** A number in the EU's register. `country` is the prefix of its numbers, which is EL for Greece. */
export type VatNumber = { readonly country: string; readonly number: string }

/**
 * The formats of the national parts of VAT numbers, by ISO 3166-1 code
 * (https://ec.europa.eu/taxation_customs/vies, FAQ 11).
 */
const shapes: ReadonlyMap<string, RegExp> = new Map([
  ['AT', /^U\d{8}$/],
  ['BE', /^[01]\d{9}$/],
  ['BG', /^\d{9,10}$/],
  ['CY', /^\d{8}[A-Z]$/],
  ['CZ', /^\d{8,10}$/],
  ['DE', /^\d{9}$/],
  ['DK', /^\d{8}$/],
  ['EE', /^\d{9}$/],
  ['ES', /^[A-Z0-9]\d{7}[A-Z0-9]$/],
  ['FI', /^\d{8}$/],
  ['FR', /^[A-HJ-NP-Z0-9]{2}\d{9}$/],
  ['GR', /^\d{9}$/],
  ['HR', /^\d{11}$/],
  ['HU', /^\d{8}$/],
  ['IE', /^(?:\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/],
  ['IT', /^\d{11}$/],
  ['LT', /^(?:\d{9}|\d{12})$/],
  ['LU', /^\d{8}$/],
  ['LV', /^\d{11}$/],
  ['MT', /^\d{8}$/],
  ['NL', /^[A-Z0-9+*]{10}\d{2}$/],
  ['PL', /^\d{10}$/],
  ['PT', /^\d{9}$/],
  ['RO', /^\d{2,10}$/],
  ['SE', /^\d{12}$/],
  ['SI', /^\d{8}$/],
  ['SK', /^\d{10}$/],
])

/** The prefix of a country's numbers. */
const prefixOf = (country: string) => (country === 'GR' ? 'EL' : country)

/**
 * The VAT number of an EU country as its register writes it, typed with or without its prefix, spaces, dots
 * and dashes. Undefined if the country has no such number.
 */
export function readVatNumber(typed: string, country: string): VatNumber | undefined {
  const shape = shapes.get(country)
  const plain = plainTaxNumber(typed)
    .toUpperCase()
    .replaceAll(/[\s.,:/&()-]/g, '')
  const prefix = prefixOf(country)
  const isPrefixed = plain.startsWith(prefix) || plain.startsWith(country)
  const candidates = isPrefixed ? [plain.replace(/^[A-Z]{2}/, ''), plain] : [plain]
  const number = candidates.find((one) => shape?.test(one))
  return number === undefined ? undefined : { country: prefix, number }
}
