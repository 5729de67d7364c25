import { lineTaxes } from '@tillform/sandbox/taxes'
import { discountBy } from '#payments/pricing/discount.ts'
import { pricePurchase } from '#payments/pricing/price-purchase.ts'
import type { Price } from '#payments/pricing/price.ts'
import { exactPrice, type ExactPrice } from './exact-price.ts'
import { planPurchase, type PlannedPurchase } from './price-plan.ts'
import { randomFrom } from '#foundation/random.ts'

/**
 * Prices random purchases twice, by the product and by an exact calculation of its own kind, and adds up the invoice
 * that the provider would make of the same lines. Answers every difference in words.
 */
export function comparePrices(seed: number, count: number): string[] {
  const random = randomFrom(seed)
  const differences: string[] = []
  for (let number = 0; number < count; number += 1) {
    const planned = planPurchase(random)
    const { form, chosen, instant, coupon } = planned
    const discount = coupon === null ? undefined : discountBy(coupon, form.currency)
    const price = pricePurchase(form, chosen, instant, discount)
    const exact = exactPrice(planned)
    const invoiced = invoiceTotal(planned, price)
    if (isSame(price, exact) && (invoiced === undefined || invoiced === price.total)) continue
    differences.push(`purchase ${number}: ${JSON.stringify({ form, coupon, price, invoiced })}`)
  }
  return differences
}

type Amounts = Readonly<Record<'subtotal' | 'taxAmount' | 'total', number | bigint>> & {
  readonly discountAmount?: number | bigint | undefined
}

function isSame(price: Price, exact: ExactPrice): boolean {
  const amounts = (one: Amounts) => `${one.subtotal} ${one.taxAmount} ${one.total} ${one.discountAmount ?? 0}`
  return (
    price.lines.length === exact.lines.length &&
    [price, ...price.lines].map(amounts).join() === [exact, ...exact.lines].map(amounts).join()
  )
}

/**
 * The total of an invoice with these lines and the form's rate. Undefined where the currency has no cents of its own at
 * the provider: there it is charged with the tax already in it, because an invoice would round to what cannot be paid.
 */
function invoiceTotal({ form, step }: PlannedPurchase, price: Price): number | undefined {
  if (step > 1) return undefined
  const rates = form.tax === null ? [] : [{ id: 'txr_1', ...form.tax }]
  const taxed = price.lines.map(({ subtotal, total }) => {
    const amount = form.tax?.inclusive === true ? total : subtotal
    const onTop = lineTaxes(amount, rates).filter(({ inclusive }) => !inclusive)
    return amount + onTop.reduce((sum, tax) => sum + tax.amount, 0)
  })
  return taxed.reduce((sum, amount) => sum + amount, 0)
}
