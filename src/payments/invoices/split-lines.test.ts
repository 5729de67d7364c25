import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DocumentLine } from '#foundation/db/tables/invoices.ts'
import { taxAmount } from '#foundation/money/tax.ts'
import { taxOfRefund } from '#payments/refunds/tax-of-refund.ts'
import { type Later, linesLeft, splitPart, sumLeft } from './split-lines.ts'

const rates = [null, '7', '19', '20', '8.25']

const sold = fc
  .array(fc.record({ amount: fc.nat(100_000), rate: fc.constantFrom(...rates), inclusive: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((lines) =>
    lines.map(({ amount, rate, inclusive }, position): DocumentLine => {
      const tax = rate === null ? null : { percentage: rate, inclusive }
      const rest = { title: `Line ${position}`, quantity: 1, discountAmount: 0, taxTitle: 'VAT' }
      return {
        ...rest,
        ...taxAmount(amount, tax, 'eur'),
        position,
        taxPercentage: rate,
        taxInclusive: rate === null ? null : inclusive,
      }
    }),
  )
  .filter((lines) => lines.some(({ total }) => total > 0))

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

test('credit notes for any refunds add up to each refund and never exceed a line', () => {
  fc.assert(
    fc.property(sold, fc.array(fc.nat(60), { maxLength: 6 }), (lines, percents) => {
      const [total, tax] = [sum(lines.map((line) => line.total)), sum(lines.map((line) => line.taxAmount))]
      const whole = { subtotal: total - tax, taxAmount: tax, total, currency: 'eur' }
      const later: Later[] = []
      let [open, openTax] = [0, 0]
      for (const percent of [...percents, 100]) {
        const amount = Math.min(Math.ceil((total * percent) / 100), total - open)
        if (amount === 0) continue
        const part = {
          total: amount,
          taxAmount: taxOfRefund(whole, { openAmount: open, openTaxAmount: openTax }, amount),
        }
        const credited = splitPart(linesLeft(lines, later), part)
        expect(sum(credited.map((line) => line.total))).toBe(part.total)
        expect(sum(credited.map((line) => line.taxAmount))).toBe(part.taxAmount)
        for (const line of credited) {
          expect(Math.min(line.subtotal, line.taxAmount)).toBeGreaterThanOrEqual(0)
          expect(line.subtotal + line.taxAmount).toBe(line.total)
        }
        later.push({ kind: 'credit', lines: credited })
        for (const { net, tax: left } of linesLeft(lines, later))
          expect(Math.min(net, left)).toBeGreaterThanOrEqual(0)
        open += part.total
        openTax += part.taxAmount
      }
      expect(sumLeft(linesLeft(lines, later))).toEqual({ total: 0, taxAmount: 0 })
    }),
  )
})
