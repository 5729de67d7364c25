import { newId } from '#ids.ts'
import type { ApplicationFeeRecord, ChargeRecord, DisputeRecord, RefundRecord } from '#payments/records.ts'
import { platformAccount, type World } from '#world.ts'
import { applicationFees, disputeFees, processingFees } from './fees.ts'
import { schedulePayout } from './payout-schedule.ts'
import type { BalanceTransactionRecord } from './records.ts'

const day = 24 * 3600
/** How long Stripe holds the amount of a charge before paying it out. */
const heldDays = 2

type Entry = Omit<BalanceTransactionRecord, 'id' | 'created' | 'payout'>

function record(world: World, entry: Entry): string {
  const transaction = world.store.balanceTransactions.put({
    ...entry,
    id: newId('txn'),
    created: world.clock.now(),
    payout: null,
  })
  schedulePayout(world, transaction)
  return transaction.id
}

/** Whether a card was charged. Stripe lists charges to other payment methods as payments. */
function isCard(world: World, charge: ChargeRecord): boolean {
  return world.store.paymentMethods.get(charge.payment_method)?.type === 'card'
}

/** Adds a charge minus its fees to the balance. @returns the transaction's id, like all functions in this file */
export function bookCharge(world: World, charge: ChargeRecord, fee: number): string {
  const { account, amount_captured: amount, currency } = charge
  return record(world, {
    account,
    amount,
    available_on: Math.floor(world.clock.now() / day) * day + heldDays * day,
    currency,
    description: charge.description,
    fee_details: [...processingFees(world, account, amount, currency), ...applicationFees(fee)],
    reporting_category: 'charge',
    source: charge.id,
    type: isCard(world, charge) ? 'charge' : 'payment',
  })
}

/** A refund is available for payouts no earlier than its charge. */
function availableWith(world: World, charge: ChargeRecord): number {
  const own = world.store.balanceTransactions.get(charge.balance_transaction ?? '')
  return Math.max(own?.available_on ?? 0, world.clock.now())
}

/** @param feeReturned the part of its own fee that the platform refunds */
export function bookRefund(
  world: World,
  charge: ChargeRecord,
  refund: { id: string; amount: number },
  feeReturned: number,
): string {
  return record(world, {
    account: charge.account,
    amount: -refund.amount,
    available_on: availableWith(world, charge),
    currency: charge.currency,
    description: `REFUND FOR CHARGE${charge.description === null ? '' : ` (${charge.description})`}`,
    fee_details: applicationFees(-feeReturned),
    reporting_category: 'refund',
    source: refund.id,
    type: isCard(world, charge) ? 'refund' : 'payment_refund',
  })
}

export function bookFailedRefund(world: World, refund: RefundRecord): string {
  return record(world, {
    account: refund.account,
    amount: refund.amount,
    available_on: world.clock.now(),
    currency: refund.currency,
    description: `REFUND FAILURE FOR CHARGE ${refund.charge}`,
    fee_details: [],
    reporting_category: 'refund_failure',
    source: refund.id,
    type: 'refund_failure',
  })
}

/** Deducts a disputed charge and the dispute fee from the balance. */
export function bookDispute(
  world: World,
  charge: ChargeRecord,
  dispute: { id: string; amount: number },
): string {
  return record(world, {
    account: charge.account,
    amount: -dispute.amount,
    available_on: availableWith(world, charge),
    currency: charge.currency,
    description: `Chargeback withdrawal for ${charge.id}`,
    fee_details: disputeFees(charge.currency),
    reporting_category: 'dispute',
    source: dispute.id,
    type: 'adjustment',
  })
}

export function bookWonDispute(world: World, dispute: DisputeRecord): string {
  return record(world, {
    account: dispute.account,
    amount: dispute.amount,
    available_on: world.clock.now(),
    currency: dispute.currency,
    description: `Chargeback reversal for ${dispute.charge}`,
    fee_details: [],
    reporting_category: 'dispute_reversal',
    source: dispute.id,
    type: 'adjustment',
  })
}

/** Adds a seller's application fee to the platform's balance. */
export function bookApplicationFee(
  world: World,
  fee: Pick<ApplicationFeeRecord, 'id' | 'amount' | 'currency'>,
): string {
  return record(world, {
    account: platformAccount,
    amount: fee.amount,
    available_on: world.clock.now(),
    currency: fee.currency,
    description: null,
    fee_details: [],
    reporting_category: 'platform_earning',
    source: fee.id,
    type: 'application_fee',
  })
}

export function bookFeeRefund(world: World, id: string, amount: number, currency: string): string {
  return record(world, {
    account: platformAccount,
    amount: -amount,
    available_on: world.clock.now(),
    currency,
    description: null,
    fee_details: [],
    reporting_category: 'platform_earning_refund',
    source: id,
    type: 'application_fee_refund',
  })
}

/** Adds a failed payout back to the balance. */
export function bookFailedPayout(
  world: World,
  payout: { id: string; account: string; amount: number; currency: string },
): string {
  return record(world, {
    account: payout.account,
    amount: payout.amount,
    available_on: world.clock.now(),
    currency: payout.currency,
    description: 'PAYOUT FAILURE',
    fee_details: [],
    reporting_category: 'payout_reversal',
    source: payout.id,
    type: 'payout_failure',
  })
}

/** The amount minus the fees. */
export function netOf({ amount, fee_details }: BalanceTransactionRecord): number {
  return amount - feeOf(fee_details)
}

export function feeOf(details: BalanceTransactionRecord['fee_details']): number {
  return details.reduce((sum, detail) => sum + detail.amount, 0)
}
