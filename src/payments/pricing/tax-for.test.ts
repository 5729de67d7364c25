import { expect, test } from 'vitest'
import { type TaxedForm, taxFor, unknownBuyer } from './tax-for.ts'

const vat = { title: 'VAT', percentage: '19', inclusive: true }
const form: TaxedForm = {
  taxMode: 'by_country',
  tax: null,
  taxRegions: [
    { country: 'AT', title: 'USt.', percentage: '20', inclusive: true },
    { country: 'DE', ...vat },
    { country: 'FI', title: 'ALV', percentage: '25.5', inclusive: false },
    { country: 'MT', title: 'VAT', percentage: '0', inclusive: true },
  ],
  sellerCountry: 'DE',
}
const business = (country: string) => ({ country, isVerified: true })
const consumer = (country: string) => ({ country, isVerified: false })

test('a form with one rate charges it in every country', () => {
  const one: TaxedForm = { ...form, taxMode: 'one_rate', tax: vat }
  for (const buyer of [unknownBuyer, consumer('AT'), business('AT'), consumer('US')])
    expect(taxFor(one, buyer)).toEqual({ tax: vat, treatment: null, country: null })
})

test('while the country is unknown, the shop’s own tax is shown', () => {
  expect(taxFor(form, unknownBuyer)).toEqual({ tax: vat, treatment: null, country: 'DE' })
})

test('buyers in a country pay its own tax, or else the form’s, or else none', () => {
  const gst = { title: 'GST', percentage: '10', inclusive: false }
  const at = { title: 'USt.', percentage: '20', inclusive: true }
  expect(taxFor(form, consumer('AT'))).toEqual({ tax: at, treatment: null, country: 'AT' })
  expect(taxFor({ ...form, tax: gst }, consumer('AU'))).toEqual({ tax: gst, treatment: null, country: 'AU' })
  expect(taxFor(form, consumer('AU'))).toEqual({ tax: null, treatment: 'outside', country: 'AU' })
  expect(taxFor(form, consumer('MT')).treatment).toBe('exempt')
})

// Proves no-false-exemption.
test('only a business known to the register in another member state pays without tax', () => {
  const reversed = { tax: null, treatment: 'reverse_charge' }
  expect(taxFor(form, business('AT'))).toEqual({
    ...reversed,
    without: { percentage: '20', inclusive: true },
    country: 'AT',
  })
  // A tax that would be added to the price is left out.
  expect(taxFor(form, business('FI'))).toEqual({ ...reversed, country: 'FI' })
  const taxed = [
    [form, business('DE')],
    [form, consumer('AT')],
    [{ ...form, sellerCountry: 'CH', tax: vat }, business('AT')],
    [{ ...form, sellerCountry: null, tax: vat }, business('AT')],
    [{ ...form, tax: vat }, business('GB')],
    [{ ...form, tax: vat }, business('NO')],
    [form, { country: null, isVerified: true }],
  ] as const
  for (const [sold, buyer] of taxed) expect(taxFor(sold, buyer).tax).not.toBeNull()
})
