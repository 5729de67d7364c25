import { listText } from '#foundation/language/list.ts'
import { t } from '#foundation/language/t.ts'
import { formatAmount, formatPrice, toMinor } from '#foundation/money/amount.ts'
import { smallestPayment, tooSmallProblem } from '#foundation/money/price-problem.ts'
import { taxAmount, type TaxRate } from '#foundation/money/tax.ts'
import { discountBy, type Coupon, cyclesOn } from '#payments/pricing/discount.ts'
import {
  noTerms,
  recurrenceOf,
  type Recurrence,
  type Recurring,
  type Terms,
} from '#payments/pricing/recurrence.ts'
import type { CouponFields } from './contract.ts'

type Given = Pick<CouponFields, 'kind' | 'percentage' | 'amounts' | 'scope' | 'lasts' | 'cycles' | 'minimums'>

/** A price to discount. Amounts are in major units, before tax. */
export type MetPrice = {
  /** The form's title. */
  readonly title: string
  readonly amount: number
  readonly currency: string
  /** Null if the price has no tax or its tax is unknown. */
  readonly tax: TaxRate | null
  /** The quantities buyers can choose. */
  readonly quantityMin: number
  readonly quantityMax: number
} & Omit<Recurring, keyof Terms> &
  Partial<Terms>

/** The error for a coupon that lasts for several payments on a form that is billed daily or weekly. */
export function tooShortCycles({ title }: Pick<MetPrice, 'title'>): string {
  return t(
    '“{title}” is billed daily or weekly. There a coupon can apply to the first payment or to every payment, because Stripe counts discounts in months.',
    { title },
  )
}

/** A coupon's effect on a price: the price before and after, or the reason it stays the same. */
export type Effect =
  | {
      readonly kind: 'lower'
      readonly before: string
      readonly after: string
      readonly lasting: string
      /** For `quantity`, the smallest discounted quantity. Amounts are in minor units, before added tax. */
      readonly amount: number
      readonly quantity: number
    }
  | { readonly kind: 'same' | 'problem'; readonly reason: Reason; readonly text: string }

/** For the reasons `bumps` and `minimum`, the coupon can still discount an order with bumps. */
type Reason = 'cycles' | 'currency' | 'free' | 'bumps' | 'minimum' | 'nothing' | 'too-small'

export function effectOn(given: Given, price: MetPrice): Effect {
  const { currency } = price
  const recurrence = recurrenceOf({ ...noTerms, ...price })
  const cycles = cyclesOn(recurrence, given)
  if (cycles === undefined) return problem('cycles', tooShortCycles(price))
  const coupon = couponIn(given, currency, cycles)
  if (coupon === null) {
    return same(
      'currency',
      t('The coupon has no discount in {currency}.', { currency: currency.toUpperCase() }),
    )
  }
  const { one, setup } = amountsOf(price)
  if (one === 0) return same('free', t('It is already free.'))
  if (given.scope === 'bumps') return same('bumps', t('Only the order bumps are discounted.'))
  if (mostOf(price) < coupon.minimum) {
    return same(
      'minimum',
      t('It only applies from {minimum}, so with order bumps.', {
        minimum: formatAmount(coupon.minimum, currency),
      }),
    )
  }
  const quantity = Math.max(price.quantityMin, Math.ceil((coupon.minimum - setup) / one))
  const before = one * quantity
  const lines = discountBy(
    coupon,
    currency,
  )([
    { kind: 'form', title: price.title, amount: before },
    { kind: 'setup', title: '', amount: setup },
  ])
  const [after = before, afterSetup = setup] = lines.map(({ amount }) => amount)
  if (after === before && afterSetup === setup) return same('nothing', t('No discount.'))
  const total = leftOf(price, recurrence, cycles, after, afterSetup).find(
    (left) => tooSmallProblem(left, currency) !== null,
  )
  if (total !== undefined) {
    return problem(
      'too-small',
      t('{total} would remain, below the card minimum of {least}, so the code is rejected.', {
        total: formatAmount(total, currency),
        least: smallestPayment(currency),
      }),
    )
  }
  return {
    kind: 'lower',
    before: formatPrice(before, currency),
    after: formatPrice(after, currency),
    lasting: listText(
      [
        ...(quantity > 1 ? [t('for {quantity}', { quantity })] : []),
        ...(recurrence === null ? [] : [lastingText(cycles, recurrence)]),
      ],
      'unit',
    ),
    amount: after,
    quantity,
  }
}

/** The highest price of an order before coupons, to compare with a coupon's minimum, in minor units. */
export function mostOf(price: MetPrice): number {
  const { one, setup } = amountsOf(price)
  return one * price.quantityMax + setup
}

function amountsOf({ amount, setupAmount = 0, priceType, currency }: MetPrice) {
  const setup = priceType === 'RecurringPrice' ? toMinor(setupAmount, currency) : 0
  return { one: toMinor(amount, currency), setup }
}

/** The discounted first and later charges, with tax. */
function leftOf(
  { tax, currency }: MetPrice,
  recurrence: Recurrence | null,
  cycles: number | null,
  own: number,
  setup: number,
): number[] {
  const totalOf = (amount: number) => taxAmount(amount, tax, currency).total
  const { trialDays = 0, trialAmount = 0 } = recurrence?.start ?? {}
  const first = totalOf(trialDays > 0 ? toMinor(trialAmount, currency) : own) + totalOf(setup)
  const isTakenLater =
    recurrence !== null && (trialDays > 0 || (cycles !== 1 && recurrence.cancelAfter !== 1))
  return isTakenLater ? [first, totalOf(own)] : [first]
}

const same = (reason: Reason, text: string): Effect => ({ kind: 'same', reason, text })
const problem = (reason: Reason, text: string): Effect => ({ kind: 'problem', reason, text })

function lastingText(cycles: number | null, { cancelAfter }: Recurrence): string {
  if (cancelAfter === 1) return t('for its one payment')
  if (cycles === null) {
    return cancelAfter > 0
      ? t('for all {count, plural, one {# payment} other {# payments}}', { count: cancelAfter })
      : t('for every payment')
  }
  return t('for the first {cycles, plural, one {payment} other {# payments}}', { cycles })
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
