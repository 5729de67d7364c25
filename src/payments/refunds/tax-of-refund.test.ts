import { expect, test } from 'vitest'
import { taxOfRefund } from './tax-of-refund.ts'

test.each([
  { currency: 'jpy', total: 1541, taxAmount: 140, parts: [333, 500, 708], taxes: [30, 46, 64] },
  { currency: 'usd', total: 1431, taxAmount: 117, parts: [435, 435, 561], taxes: [36, 35, 46] },
])(
  'partial refunds of $total $currency contain exactly the purchase’s tax',
  ({ currency, total, taxAmount, parts, taxes }) => {
    const whole = { subtotal: total - taxAmount, taxAmount, total, currency }
    const found: number[] = []
    let openAmount = 0
    for (const part of parts) {
      const openTaxAmount = found.reduce((sum, tax) => sum + tax, 0)
      found.push(taxOfRefund(whole, { openAmount, openTaxAmount }, part))
      openAmount += part
    }
    expect(found).toEqual(taxes)
  },
)
