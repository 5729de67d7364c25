import { currencyOf } from '#foundation/money/currencies.ts'
import type { TaxRate } from '#foundation/money/tax.ts'
import type { Coupon } from '#payments/pricing/discount.ts'
import type { TimedForm } from '#payments/pricing/price-purchase.ts'
import type { PlannedPurchase } from './price-plan.ts'

/** The amounts on a purchase's lines, in minor units. */
export type ExactPrice = {
  readonly lines: readonly ExactLine[]
  readonly subtotal: bigint
  readonly taxAmount: bigint
  readonly total: bigint
  /** The totals of the first recurring payments without extras, or an empty list for a one-time price. */
  readonly payments: readonly bigint[]
  /** The price of each offer after the purchase, or null for an offer that cannot be charged and so is not shown. */
  readonly offers: readonly (ExactLine | null)[]
}

type ExactLine = {
  readonly subtotal: bigint
  readonly taxAmount: bigint
  readonly total: bigint
  readonly discountAmount: bigint
}

/**
 * Computes the price of a purchase independently of the product's code: it applies timers as they expire, and
 * finds a tax or discount by guessing and checking instead of dividing.
 */
export function exactPrice(planned: PlannedPurchase): ExactPrice {
  const { form, chosen, instant, coupon, step } = planned
  const start = startOf(planned)
  const amounts = [exactAmount(planned, instant)]
  if (start.setup > 0n) amounts.push(start.setup)
  for (const { id, amount } of form.bumps) if (chosen.has(id)) amounts.push(BigInt(amount))
  const taken =
    coupon === null ? amounts.map(() => 0n) : exactDiscounts(coupon, amounts, start.setup > 0n, BigInt(step))
  const full = amounts.map((amount, index) => {
    const discountAmount = taken[index] ?? 0n
    return exactOff(planned, amount, discountAmount)
  })
  // The first payment of a trial is due today. No coupon reduces it.
  const trial = exactOff(planned, start.trial ?? 0n, 0n)
  const lines = full.map((line, index) => (index === 0 && start.trial !== null ? trial : line))
  return {
    lines,
    subtotal: lines.reduce((sum, line) => sum + line.subtotal, 0n),
    taxAmount: lines.reduce((sum, line) => sum + line.taxAmount, 0n),
    total: lines.reduce((sum, line) => sum + line.total, 0n),
    payments: exactPayments(planned, taken),
    offers: exactOffers(planned, lines),
  }
}

/**
 * A coupon for everything also applies to offers after the order. A fixed amount can be used up, a percentage cannot.
 */
function exactOffers(planned: PlannedPurchase, lines: readonly ExactLine[]): (ExactLine | null)[] {
  const { form, coupon, step, offers } = planned
  const { minimum, maximum } = currencyOf(form.currency)
  const canBePaid = ({ total }: ExactLine) =>
    total === 0n || (total >= BigInt(minimum) && total <= BigInt(maximum))
  let used = exactUsed(planned, lines)
  // A coupon that did not reduce the order is unused, so it does not apply to the order's offers either.
  const goesOn = coupon?.scope === 'everything' && used > 0n ? coupon : null
  const discounted = [...lines]
  return offers.map(({ amount, isAccepted }) => {
    const listed = BigInt(amount)
    let taken = 0n
    if (goesOn?.takes.kind === 'percent') {
      const [whole = '0', part = ''] = goesOn.takes.percentage.split('.')
      const share = BigInt(`${whole}${part.padEnd(2, '0')}`)
      taken = roundedHalfUp({ of: listed * share, by: 10_000n }, BigInt(step))
    }
    if (goesOn?.takes.kind === 'amount') {
      for (const left of [listed, BigInt(goesOn.takes.amount) - used])
        if (taken === 0n || left < taken) taken = left
      if (taken < 0n || listed === 0n) taken = 0n
    }
    const withCode = exactOff(planned, listed, taken)
    const without = exactOff(planned, listed, 0n)
    const shown = canBePaid(withCode) ? withCode : canBePaid(without) ? without : null
    if (isAccepted && shown !== null) used = exactUsed(planned, (discounted.push(shown), discounted))
    return shown
  })
}

/** Prices each payment separately, with the first payment's discount while the coupon lasts. */
function exactPayments(planned: PlannedPurchase, [taken = 0n]: readonly bigint[]): bigint[] {
  const { instant, coupon } = planned
  const { recurrence } = priceIn(planned)
  if (recurrence === null) return []
  const { cancelAfter } = recurrence
  const length = cancelAfter === 0 ? comparedPayments : Math.min(cancelAfter, comparedPayments)
  const listed = exactAmount(planned, instant)
  const lasts = coupon?.cycles ?? comparedPayments
  return Array.from({ length }, (_, index) => {
    const isReduced = coupon !== null && index < lasts
    return exactOff(planned, isReduced ? listed - taken : listed, 0n).total
  })
}

/** More payments than any coupon in this test can reduce. */
export const comparedPayments = 6

/** The set-up fee and trial with which the chosen price begins, or null if it has neither. */
function startOf(planned: PlannedPurchase): { readonly setup: bigint; readonly trial: bigint | null } {
  const start = priceIn(planned).recurrence?.start
  if (start === undefined) return { setup: 0n, trial: null }
  const hasTrial = start.trialDays > 0 && !planned.hasHadTrial
  return { setup: BigInt(start.setupAmount), trial: hasTrial ? BigInt(start.trialAmount) : null }
}

type OnePrice = Pick<TimedForm, 'amount' | 'recurrence' | 'open'>

/** The price the buyer chose, or the form's only one. */
function priceIn({ form, price }: PlannedPurchase): OnePrice {
  let found: OnePrice = form
  for (const one of form.prices ?? []) if (one.id === price) found = one
  return found
}

/** The total, computed by adding amounts in pairs. */
function exactAmount(planned: PlannedPurchase, instant: number): bigint {
  let sum = 0n
  let pairs = BigInt(formAmount(planned, instant))
  for (let left = planned.quantity; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) sum += pairs
    pairs += pairs
  }
  return sum
}

function formAmount(planned: PlannedPurchase, instant: number): number {
  const { amount: listed, open } = priceIn(planned)
  const isFirst = planned.price === null || planned.price === planned.form.prices?.[0]?.id
  let amount = listed
  for (const timer of planned.timers.toSorted((one, other) => one.expiresAt - other.expiresAt)) {
    if (timer.expiresAt > instant) break
    // A timer for all prices changes only the first one's amount.
    if (timer.priceId === null ? !isFirst : timer.priceId !== planned.price) continue
    if (timer.amount !== null && timer.amount > 0) amount = timer.amount
  }
  // The buyer pays the amount they entered, or the current minimum if it is higher.
  if (open !== undefined && planned.named !== null && planned.named > amount) return planned.named
  return amount
}

/** The first line is the form's price, and the second is its set-up fee if there is one. */
function exactDiscounts(
  { scope, takes, minimum, cycles }: Coupon,
  amounts: readonly bigint[],
  hasSetup: boolean,
  step: bigint,
): bigint[] {
  const firstBump = hasSetup ? 2 : 1
  const total = amounts.reduce((sum, amount) => sum + amount, 0n)
  const inScope = amounts.map((amount, index) => {
    if (
      total < BigInt(minimum) ||
      (scope === 'form' && index > 0) ||
      (scope === 'bumps' && index < firstBump)
    )
      return 0n
    return amount
  })
  if (takes.kind === 'percent') {
    const [whole = '0', part = ''] = takes.percentage.split('.')
    const share = BigInt(`${whole}${part.padEnd(2, '0')}`)
    return inScope.map((amount) => roundedHalfUp({ of: amount * share, by: 10_000n }, step))
  }
  if (cycles === 1) return handedOut(BigInt(takes.amount), inScope, step)
  // A discount on several payments reduces the recurring lines first, as far as possible.
  const [own = 0n, ...once] = inScope
  const whole = (BigInt(takes.amount) / step) * step
  const ofOwn = whole < own ? whole : own
  return [ofOwn, ...handedOut(whole - ofOwn, once, step)]
}

/** Rounds each line's share down, found by bisection, and adds the rest unit by unit to the largest lines. */
function handedOut(amount: bigint, lines: readonly bigint[], step: bigint): bigint[] {
  const whole = lines.reduce((sum, line) => sum + line, 0n)
  const taken = amount < whole ? amount : whole
  const shares = lines.map((line) => {
    let [low, high] = [0n, line / step]
    while (low < high) {
      const middle = (low + high + 1n) / 2n
      if (middle * step * whole <= taken * line) low = middle
      else high = middle - 1n
    }
    return low * step
  })
  const waiting = new Set(lines.keys())
  while (shares.reduce((sum, share) => sum + share, 0n) < taken) {
    let largest = -1
    for (const index of waiting)
      if (largest < 0 || (lines[index] ?? 0n) > (lines[largest] ?? 0n)) largest = index
    waiting.delete(largest)
    shares[largest] = (shares[largest] ?? 0n) + step
  }
  return shares
}

/**
 * A line's amount after the discount. If the buyer does not owe the included tax, it is removed from both the price and
 * the discount.
 */
function exactOff({ form, step }: PlannedPurchase, amount: bigint, off: bigint): ExactLine {
  if (form.without === undefined)
    return { ...exactLine(amount - off, form.tax, BigInt(step)), discountAmount: off }
  const [list, paid] = [amount, amount - off].map(
    (one) => exactLine(one, form.without ?? null, BigInt(step)).subtotal,
  )
  const net = paid ?? 0n
  return { subtotal: net, taxAmount: 0n, total: net, discountAmount: (list ?? 0n) - net }
}

/** How much of the coupon's amount the lines used up. If the included tax was removed from a line, it uses up more. */
function exactUsed({ form, step }: PlannedPurchase, lines: readonly ExactLine[]): bigint {
  let used = 0n
  for (const { discountAmount } of lines) used += discountAmount
  if (form.without === undefined) return used
  const [whole = '0', part = ''] = form.without.percentage.split('.')
  const rate = 1_000_000n + BigInt(`${whole}${part.padEnd(4, '0')}`)
  let gross = 0n
  while (gross * 1_000_000n < used * rate) gross = 2n * gross + BigInt(step)
  while ((gross - BigInt(step)) * 1_000_000n >= used * rate) {
    let jump = BigInt(step)
    while ((gross - 2n * jump) * 1_000_000n >= used * rate) jump *= 2n
    gross -= jump
  }
  return gross
}

function exactLine(amount: bigint, rate: TaxRate | null, step: bigint): Omit<ExactLine, 'discountAmount'> {
  if (rate === null) return { subtotal: amount, taxAmount: 0n, total: amount }
  const [whole = '0', part = ''] = rate.percentage.split('.')
  const millionths = BigInt(`${whole}${part.padEnd(4, '0')}`)
  const share = { of: amount * millionths, by: rate.inclusive ? 1_000_000n + millionths : 1_000_000n }
  const tax = roundedHalfUp(share, step)
  return rate.inclusive
    ? { subtotal: amount - tax, taxAmount: tax, total: amount }
    : { subtotal: amount, taxAmount: tax, total: amount + tax }
}

/** The multiple of `step` nearest to a fraction, or the higher of two equally near ones. */
function roundedHalfUp({ of, by }: { of: bigint; by: bigint }, step: bigint): bigint {
  let guess = BigInt(Math.round(Number(of) / Number(by) / Number(step))) * step
  // A guess is too high if it is more than half a step above the fraction; exactly half rounds up.
  const tooMuch = () => 2n * (guess * by - of) > step * by
  const tooLittle = () => 2n * (of - guess * by) >= step * by
  while (tooMuch()) guess -= step
  while (tooLittle()) guess += step
  return guess
}
