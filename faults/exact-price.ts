import type { TaxRate } from '#foundation/money/tax.ts'
import type { PricedForm } from '#payments/pricing/price-purchase.ts'

/** What a purchase costs, line by line, in minor units. */
export type ExactPrice = {
  readonly lines: readonly ExactLine[]
  readonly subtotal: bigint
  readonly taxAmount: bigint
  readonly total: bigint
}

type ExactLine = { readonly subtotal: bigint; readonly taxAmount: bigint; readonly total: bigint }

/**
 * The price of a purchase once more, by another way than the product's: timers are walked through as they expire, and a
 * tax is guessed and then proven by its definition instead of being divided. `step` is the currency's smallest
 * chargeable amount.
 */
export function exactPrice(
  form: PricedForm,
  chosen: ReadonlySet<string>,
  instant: number,
  step: number,
): ExactPrice {
  const amounts = [formAmount(form, instant)]
  for (const { id, amount } of form.bumps) if (chosen.has(id)) amounts.push(amount)
  const lines = amounts.map((amount) => exactLine(BigInt(amount), form.tax, BigInt(step)))
  return {
    lines,
    subtotal: lines.reduce((sum, line) => sum + line.subtotal, 0n),
    taxAmount: lines.reduce((sum, line) => sum + line.taxAmount, 0n),
    total: lines.reduce((sum, line) => sum + line.total, 0n),
  }
}

function formAmount(form: PricedForm, instant: number): number {
  let amount = form.amount
  for (const timer of form.timers.toSorted((one, other) => one.expiresAt - other.expiresAt)) {
    if (timer.expiresAt > instant) break
    if (timer.amount !== null && timer.amount > 0) amount = timer.amount
  }
  return amount
}

function exactLine(amount: bigint, rate: TaxRate | null, step: bigint): ExactLine {
  if (rate === null) return { subtotal: amount, taxAmount: 0n, total: amount }
  const [whole = '0', part = ''] = rate.percentage.split('.')
  const millionths = BigInt(`${whole}${part.padEnd(4, '0')}`)
  const share = { of: amount * millionths, by: rate.inclusive ? 1_000_000n + millionths : 1_000_000n }
  const tax = roundedHalfUp(share, step)
  return rate.inclusive
    ? { subtotal: amount - tax, taxAmount: tax, total: amount }
    : { subtotal: amount, taxAmount: tax, total: amount + tax }
}

/** The multiple of `step` that is nearest to a fraction, the higher one of two that are equally near. */
function roundedHalfUp({ of, by }: { of: bigint; by: bigint }, step: bigint): bigint {
  let guess = BigInt(Math.round(Number(of) / Number(by) / Number(step))) * step
  // Nearest: twice the distance is at most a step; half up: below the fraction it is less than a step.
  const tooMuch = () => 2n * (guess * by - of) > step * by
  const tooLittle = () => 2n * (of - guess * by) >= step * by
  while (tooMuch()) guess -= step
  while (tooLittle()) guess += step
  return guess
}
