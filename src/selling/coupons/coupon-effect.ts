import { formatAmount, formatPrice } from '#foundation/money/amount.ts'
import { smallestPayment, tooSmallProblem } from '#foundation/money/price-problem.ts'
import { toMinor } from '#foundation/money/amount.ts'
import { discountBy, type Coupon } from '#payments/pricing/discount.ts'
import { cyclesOn } from '#payments/pricing/lasting.ts'
import { recurrenceOf, type Recurrence, type Recurring } from '#payments/pricing/recurrence.ts'
import type { CouponFields } from './contract.ts'

type Given = Pick<CouponFields, 'kind' | 'percentage' | 'amounts' | 'scope' | 'lasts' | 'cycles' | 'minimums'>

/** A form as a coupon meets it; the amount is in major units, before its tax. */
export type MetForm = {
  readonly id: string
  readonly title: string
  readonly amount: number
  readonly currency: string
} & Recurring

/** Why a coupon for some payments is not for a form that is paid by days or weeks. */
export function tooShortCycles({ title }: Pick<MetForm, 'title'>): string {
  return `“${title}” is paid by days or weeks. There a coupon can be for the first payment or for all of them: the card provider counts discounts in months.`
}

/** What a coupon does to a form's own price, in words: what it is and what it becomes, or why nothing changes. */
export type Effect =
  | { readonly kind: 'lower'; readonly before: string; readonly after: string; readonly lasting: string }
  | { readonly kind: 'same' | 'problem'; readonly text: string }

export function effectOn(given: Given, form: MetForm): Effect {
  const { currency } = form
  const recurrence = recurrenceOf(form)
  const cycles = cyclesOn(recurrence, given)
  if (cycles === undefined) return { kind: 'problem', text: tooShortCycles(form) }
  const coupon = couponIn(given, currency, cycles)
  if (coupon === null) {
    return { kind: 'same', text: `It is sold in ${currency.toUpperCase()}, in which nothing is taken off.` }
  }
  const before = toMinor(form.amount, currency)
  if (before === 0) return { kind: 'same', text: 'It is free already.' }
  if (given.scope === 'bumps')
    return { kind: 'same', text: 'Its order bumps become cheaper, not the form itself.' }
  if (before < coupon.minimum) {
    return { kind: 'same', text: `Only with order bumps, from ${formatAmount(coupon.minimum, currency)}.` }
  }
  const [line] = discountBy(coupon, currency)([{ kind: 'form', title: form.title, amount: before }])
  const after = line?.amount ?? before
  if (after === before) return { kind: 'same', text: 'Nothing is taken off.' }
  if (tooSmallProblem(after, currency) !== null) {
    const least = smallestPayment(currency)
    return {
      kind: 'problem',
      text: `${formatAmount(after, currency)} would be left, and a card payment is at least ${least}: the code is refused.`,
    }
  }
  const lasting = recurrence === null ? '' : lastingText(cycles, recurrence)
  return {
    kind: 'lower',
    before: formatPrice(before, currency),
    after: formatPrice(after, currency),
    lasting,
  }
}

function lastingText(cycles: number | null, { cancelAfter }: Recurrence): string {
  if (cancelAfter === 1) return 'for its one payment'
  if (cycles === null) return cancelAfter > 0 ? `for all ${cancelAfter} payments` : 'for every payment'
  return cycles === 1 ? 'for the first payment' : `for the first ${cycles} payments`
}

function couponIn(
  { kind, percentage, amounts, scope, minimums }: Given,
  currency: string,
  cycles: number | null,
): Coupon | null {
  const minimum = amountIn(minimums, currency) ?? 0
  if (kind === 'percent') {
    const takes = { kind: 'percent', percentage: String(percentage ?? 0) } as const
    return { code: '', scope, takes, minimum, cycles }
  }
  const amount = amountIn(amounts, currency)
  return amount === null ? null : { code: '', scope, takes: { kind: 'amount', amount }, minimum, cycles }
}

function amountIn(amounts: Given['amounts'], currency: string): number | null {
  const found = amounts.find((one) => one.currency === currency)
  return found === undefined ? null : toMinor(found.amount, currency)
}
