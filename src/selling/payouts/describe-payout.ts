import type { ProviderPayout, ProviderTransaction } from '#foundation/card-provider/payouts.ts'
import { lookUp } from '#foundation/values/look-up.ts'
import type { Balance, Payout, PayoutLine, PayoutSums } from './contract.ts'
import type { BalanceRead } from './read-payouts.ts'
import type { PaidFor } from './store.ts'
import { adviceOnFailure } from './payout-texts.ts'

export function describeBalance({ balances, waiting }: BalanceRead): Balance {
  const currencies = balances.map((one) => ({ ...one, days: waiting && daysOf(waiting, one.currency) }))
  return { currencies: currencies.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)) }
}

function daysOf(waiting: readonly ProviderTransaction[], currency: string) {
  const days = new Map<string, number>()
  for (const one of waiting) {
    if (one.currency !== currency) continue
    const day = dayOf(one.availableAt)
    days.set(day, (days.get(day) ?? 0) + one.net)
  }
  return [...days].map(([day, amount]) => ({ day, amount })).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

export function describePayout(payout: ProviderPayout): Payout {
  const { id, currency, amount, bank, failureMessage, failureCode } = payout
  const status = statusOf(payout.status)
  return {
    id,
    currency,
    amount,
    status,
    createdAt: payout.createdAt.toISOString(),
    arrivesOn: dayOf(payout.arrivesAt),
    bank,
    failureMessage,
    advice: status === 'failed' ? adviceOnFailure(failureCode) : null,
  }
}

function statusOf(status: string): Payout['status'] {
  return status === 'paid' || status === 'failed' || status === 'canceled' ? status : 'on_its_way'
}

/** Whether a transaction is part of a payout. The transaction for the payout itself is not. */
export function isInside({ category }: ProviderTransaction): boolean {
  return category !== 'payout'
}

export function describeLine(
  transaction: ProviderTransaction,
  paidFor: ReadonlyMap<string | null, PaidFor>,
): PayoutLine {
  const { id, description, amount, providerFee, applicationFee, net, createdAt } = transaction
  return {
    id,
    kind: kindOf(transaction),
    at: createdAt.toISOString(),
    description,
    gross: amount,
    providerFee,
    applicationFee,
    net,
    purchase: paidFor.get(transaction.paymentIntentId) ?? null,
  }
}

const kinds: Readonly<Record<string, PayoutLine['kind']>> = {
  charge: 'sale',
  charge_failure: 'sale',
  refund: 'refund',
  refund_failure: 'refund',
  partial_capture_reversal: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
  network_cost: 'fee',
  payout_reversal: 'returned_payout',
}

function kindOf({ category }: ProviderTransaction): PayoutLine['kind'] {
  return lookUp(kinds, category) ?? 'other'
}

/** Adds up a payout. A separate Stripe fee counts as a fee. */
export function sumUp(transactions: readonly ProviderTransaction[]): PayoutSums {
  const inside = transactions.filter(isInside)
  const sum = (valueOf: (one: ProviderTransaction) => number) =>
    inside.reduce((total, one) => total + valueOf(one), 0)
  const grossOf = (...of: PayoutLine['kind'][]) => sum((one) => (of.includes(kindOf(one)) ? one.amount : 0))
  return {
    sales: grossOf('sale'),
    refunds: grossOf('refund'),
    disputes: grossOf('dispute'),
    other: grossOf('returned_payout', 'other'),
    providerFee: sum((one) => one.providerFee) - grossOf('fee'),
    applicationFee: sum((one) => one.applicationFee),
    net: sum((one) => one.net),
  }
}
