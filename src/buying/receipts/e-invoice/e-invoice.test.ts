import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DocumentLine } from '#foundation/db/tables/invoices.ts'
import { taxAmount } from '#foundation/money/tax.ts'
import { randomFrom } from '#foundation/values/random.ts'
import { linesLeft, splitPart, sumLeft } from '#payments/invoices/split-lines.ts'
import { taxOfRefund } from '#payments/refunds/tax-of-refund.ts'
import { asEInvoice, type EInvoice, isEInvoice } from './e-invoice.ts'
import { exampleInvoice } from './test-e-invoices.ts'
import { writeCii } from './write-cii.ts'
import { writeUbl } from './write-ubl.ts'

/** The folder for generated XML. Official validators outside this repository can check it: see docs/testing.md. */
const folder = process.env['E_INVOICES']

const rates = [null, '0', '7', '8.25', '19', '20'] as const
const currencies = ['eur', 'usd', 'jpy', 'kwd', 'czk'] as const

/** Makes a purchase of one to three lines, with a partial or full refund for every third purchase. */
function purchaseOf(seed: number) {
  const random = randomFrom(seed)
  const pick = <T>(values: readonly [T, ...T[]]): T => values[random.below(values.length)] ?? values[0]
  const currency = currencies[seed % currencies.length] ?? 'eur'
  const unit = currency === 'kwd' ? 10 : 1
  const lines = Array.from({ length: 1 + random.below(3) }, (_, position): DocumentLine => {
    const rate = pick(rates)
    const inclusive = random.below(2) === 0
    const quantity = 1 + random.below(4)
    // Bumps are sometimes free, and a coupon reduces every other line.
    const listed = position > 0 && random.below(4) === 0 ? 0 : quantity * (100 + random.below(20_000)) * unit
    const discountAmount =
      random.below(2) === 0 ? 0 : Math.floor((listed * random.below(90)) / 100 / unit) * unit
    const tax = rate === null ? null : { percentage: rate, inclusive }
    return {
      ...taxAmount(listed - discountAmount, tax, currency),
      position,
      title: position === 0 ? 'A course in <watercolor> & "more"' : `Bump ${position}`,
      quantity,
      discountAmount,
      taxTitle: rate === null ? null : 'VAT',
      taxPercentage: rate,
      taxInclusive: rate === null ? null : inclusive,
    }
  })
  const sum = sumLeft(linesLeft(lines, []))
  const sold = exampleInvoice({ currency, lines, number: `2026-${String(seed).padStart(5, '0')}` })
  if (seed % 3 !== 0 || sum.total === 0) return sold
  const whole = { ...sum, subtotal: sum.total - sum.taxAmount, currency }
  const part = Math.max(1, Math.floor((sum.total * (1 + random.below(100))) / 100 / unit)) * unit
  const refunded = { total: part, taxAmount: taxOfRefund(whole, { openAmount: 0, openTaxAmount: 0 }, part) }
  const credited = splitPart(linesLeft(lines, []), refunded)
  return exampleInvoice({ currency, lines: credited, number: sold.number ?? '', of: '2026-00099' })
}

const generated = Array.from({ length: 60 }, (_, index) => purchaseOf(index + 1)).filter(
  ({ total }) => total > 0,
)

/** The names of a document's elements. Fails unless each one is closed in the right place. */
function elementsOf(xml: string): string[] {
  const [open, all]: [string[], string[]] = [[], []]
  for (const [, closes, name = ''] of xml.matchAll(/<(\/?)([\w:]+)(?: [\w:]+="[^"<]*")*>/g)) {
    if (closes === '/') expect(open.pop()).toBe(name)
    else {
      open.push(name)
      all.push(name)
    }
  }
  expect(open).toEqual([])
  return all
}

const cents = (text: string) => {
  expect(text).toMatch(/^\d+(?:\.\d{1,2})?$/)
  return Math.round(Number(text) * 100)
}
const summed = (values: readonly string[]) => values.reduce((total, value) => total + cents(value), 0)

/** The rules of EN 16931 that a mistake of ours could break, by their names in the standard. */
function check({ lines, taxes, sums, seller, buyer, number, type, preceding }: EInvoice): void {
  // BR-02, BR-06, BR-07, BR-09, BR-11, BR-16
  expect([number, seller.name, buyer.name].every((text) => text !== '')).toBe(true)
  expect([seller.country, buyer.country].every((code) => /^[A-Z]{2}$/.test(code))).toBe(true)
  expect(lines.length).toBeGreaterThan(0)
  // BR-55
  if (type === '381') expect(preceding).not.toBeNull()
  // BR-CO-10, BR-CO-13, BR-CO-14, BR-CO-15
  expect(summed(lines.map(({ net }) => net))).toBe(cents(sums.net))
  expect(summed(taxes.map(({ net }) => net))).toBe(cents(sums.net))
  expect(summed(taxes.map(({ tax }) => tax))).toBe(cents(sums.tax))
  expect(cents(sums.net) + cents(sums.tax)).toBe(cents(sums.total))
  for (const { code, rate, reason, net, tax } of taxes) {
    // BR-S-08, BR-E-08: the lines with the same rate add up to the amount of their tax group.
    const own = lines.filter(
      ({ category }) => category.code === code && Number(category.rate) === Number(rate),
    )
    expect(summed(own.map((line) => line.net))).toBe(cents(net))
    if (code === 'E') {
      // BR-E-02, BR-E-05, BR-E-09, BR-E-10
      expect([Number(rate), cents(tax)]).toEqual([0, 0])
      expect(reason).not.toBeNull()
      expect(seller.vatId ?? seller.taxNumber).not.toBeNull()
    } else {
      // BR-S-05, BR-S-10. BR-CO-17 and BR-S-09 allow a difference of one currency unit.
      expect(Number(rate)).toBeGreaterThan(0)
      expect(reason).toBeNull()
      expect(Math.abs(cents(tax) - (cents(net) * Number(rate)) / 100)).toBeLessThan(100)
    }
  }
  for (const { price, discount, net } of lines) {
    // BR-27, and each line's exact amount.
    expect(cents(price) - cents(discount ?? '0')).toBe(cents(net))
  }
}

test.each(generated.map((invoice) => [invoice.number ?? '', invoice] as const))(
  'purchase %s is an e-invoice in both syntaxes, by the rules of EN 16931',
  (number, invoice) => {
    const said = asEInvoice(invoice)
    if (said === undefined) throw new Error('It is no e-invoice')
    check(said)
    const [cii, ubl] = [writeCii(said), writeUbl(said)]
    expect(elementsOf(cii)[0]).toBe('rsm:CrossIndustryInvoice')
    expect(elementsOf(ubl)[0]).toBe(said.type === '381' ? 'CreditNote' : 'Invoice')
    expect(cii).toContain(`<ram:ID>${number}</ram:ID><ram:TypeCode>${said.type}</ram:TypeCode>`)
    expect(cii).toContain('A course in &lt;watercolor&gt; &amp; &quot;more&quot;')
    if (folder === undefined) return
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${number}.cii.xml`), cii)
    writeFileSync(join(folder, `${number}.ubl.xml`), ubl)
  },
)

test('a document without the details that the standard requires is not an e-invoice', () => {
  const [invoice] = generated
  if (invoice === undefined) throw new Error('Nothing was generated')
  const { sellerDetails, buyerDetails } = invoice
  const without = (changes: object) => isEInvoice({ ...invoice, ...changes })

  expect(isEInvoice(invoice)).toBe(true)
  for (const field of ['addressLine1', 'city', 'country', 'taxNumber'])
    expect(without({ sellerDetails: { ...sellerDetails, [field]: null } })).toBe(false)
  expect(without({ buyerDetails: { ...buyerDetails, country: null } })).toBe(false)
  expect(without({ buyerDetails: null })).toBe(false)
  expect(without({ paper: null })).toBe(false)
})

/** A sale of `count` lines of 995 yen including 10% tax, which is 90.45 and so is rounded to 90 on each. */
const inYen = (count: number) => {
  const tax = { percentage: '10', inclusive: true }
  const rest = { title: 'A', quantity: 1, discountAmount: 0, taxTitle: 'VAT' }
  const lines = Array.from({ length: count }, (_, position): DocumentLine => {
    const amounts = taxAmount(995, tax, 'jpy')
    return { ...rest, ...amounts, position, taxPercentage: '10', taxInclusive: true }
  })
  return exampleInvoice({ currency: 'jpy', lines, number: '2026-00001' })
}

test('accounting programs read the shop’s name, and that the buyer paid online', () => {
  const [invoice] = generated
  const details = invoice?.sellerDetails ?? null
  if (invoice === undefined || details === null) throw new Error('Nothing was generated')
  const said = (shopName: string) => {
    const document = asEInvoice({ ...invoice, sellerDetails: { ...details, shopName } })
    return document === undefined ? '' : writeCii(document) + writeUbl(document)
  }

  const other = said('Studio Juniper')
  expect(other).toContain('<ram:TradingBusinessName>Studio Juniper</ram:TradingBusinessName>')
  expect(other).toContain('<cac:PartyName><cbc:Name>Studio Juniper</cbc:Name></cac:PartyName>')
  expect(other).toContain('<ram:TypeCode>68</ram:TypeCode>')
  expect(other).toContain('<cbc:PaymentMeansCode>68</cbc:PaymentMeansCode>')
  expect(said(details.name ?? '')).not.toMatch(/TradingBusinessName|PartyName/)
})

test('yen have no decimals in an e-invoice', () => {
  const said = asEInvoice(inYen(1))
  expect(said?.sums).toEqual({ net: '905', tax: '90', total: '995' })
  expect(said?.lines[0]).toMatchObject({ price: '905', net: '905' })
})

test('a document whose taxes were rounded too coarsely for the standard is not an e-invoice', () => {
  // The tax on the sum of two lines is 181, one yen more than the sum of their taxes.
  expect([1, 2, 3, 20].map((count) => isEInvoice(inYen(count)))).toEqual([true, false, false, false])
})

test.each([
  ['DE 123 456 789', { vatId: 'DE123456789', taxNumber: null }],
  ['EL094259216', { vatId: 'EL094259216', taxNumber: null }],
  ['123/456/78901', { vatId: null, taxNumber: '123/456/78901' }],
])('the tax number %s is distinguished from a VAT identifier', (taxNumber, ids) => {
  const [invoice] = generated
  const details = invoice?.sellerDetails ?? null
  if (invoice === undefined || details === null) throw new Error('Nothing was generated')
  const said = asEInvoice({ ...invoice, sellerDetails: { ...details, taxNumber } })
  expect(said?.seller).toMatchObject(ids)
})
