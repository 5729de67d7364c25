import { invalidRequest } from '#api/errors.ts'
import { bookFailedRefund, bookFeeRefund, bookRefund } from '#balance/transactions.ts'
import { emit } from '#events/emit.ts'
import { newId } from '#ids.ts'
import { reverseTax } from '#tax/transactions.ts'
import { platformAccount, type World } from '#world.ts'
import { refundedOf, renderApplicationFee } from './application-fees.ts'
import { checkNotChargedBack } from './charged-back.ts'
import { behaviourOf } from './payment-methods.ts'
import type { ChargeRecord, RefundRecord } from './records.ts'
import { renderCharge } from './render-charge.ts'
import { renderRefund } from './render-refund.ts'
import { share } from './share.ts'

/** How long refunds to the dedicated test cards stay pending, in seconds of the sandbox's clock. */
const settlesAfter = 60

/** Refunds part of a charge, but no more than what is left of it. */
export function refundCharge(
  world: World,
  charge: ChargeRecord,
  request: Pick<RefundRecord, 'metadata' | 'reason'> & { amount: number | undefined; refundsFee: boolean },
): RefundRecord {
  checkNotChargedBack(world, charge)
  const amount = checkAmount(charge, request.amount)
  const behaviour = refundBehaviour(world, charge)
  const feeRefund = request.refundsFee ? refundFee(world, charge, amount) : undefined
  const id = newId('re')
  const refunded = world.store.charges.put({ ...charge, amount_refunded: charge.amount_refunded + amount })
  const refund = world.store.refunds.put({
    id,
    account: charge.account,
    created: world.clock.now(),
    amount,
    balance_transaction: bookRefund(world, charge, { id, amount }, feeRefund?.amount ?? 0),
    charge: charge.id,
    currency: charge.currency,
    failure_balance_transaction: null,
    failure_reason: null,
    fee_refund: feeRefund?.id ?? null,
    metadata: request.metadata,
    payment_intent: charge.payment_intent,
    reason: request.reason,
    status: behaviour === 'pending' ? 'pending' : 'succeeded',
    settles_at: behaviour === undefined ? null : world.clock.now() + settlesAfter,
    settles_as: behaviour === undefined ? null : behaviour === 'pending' ? 'succeeded' : 'failed',
  })
  reverseTax(world, refund)
  emit(world, charge.account, 'refund.created', renderRefund(refund))
  emit(world, charge.account, 'charge.refunded', renderCharge(world, refunded), {
    amount_refunded: charge.amount_refunded,
  })
  return refund
}

function checkAmount(charge: ChargeRecord, wanted: number | undefined): number {
  if (charge.status !== 'succeeded') {
    throw invalidRequest(`Charge ${charge.id} has not succeeded, so it cannot be refunded.`, {
      param: 'charge',
    })
  }
  const left = charge.amount_captured - charge.amount_refunded
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  if (wanted === 0) {
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  }
  if (wanted !== undefined && wanted > left) {
    throw invalidRequest(
      `Refund amount (${wanted} ${charge.currency}) is greater than unrefunded amount on charge (${left} ${charge.currency})`,
      { param: 'amount' },
    )
  }
  return wanted ?? left
}

function refundBehaviour(world: World, charge: ChargeRecord): 'pending' | 'fails' | undefined {
  const method = world.store.paymentMethods.get(charge.payment_method)
  return method === undefined ? undefined : behaviourOf(method).refund
}

/** Returns the platform's fee in proportion to the refund, rounded half up, but no more than what is left of it. */
function refundFee(
  world: World,
  charge: ChargeRecord,
  amount: number,
): { id: string; amount: number } | undefined {
  const fee = world.store.applicationFees.get(charge.application_fee ?? '')
  if (fee === undefined) return undefined
  const whole = charge.amount_captured
  const left = fee.amount - refundedOf(fee)
  const isLast = charge.amount_refunded + amount === whole
  const returned = isLast ? left : Math.min(share(fee.amount, amount, whole), left)
  if (returned === 0) return undefined
  const id = newId('fr')
  const refund = {
    id,
    amount: returned,
    balance_transaction: bookFeeRefund(world, id, returned, fee.currency),
    created: world.clock.now(),
  }
  const changed = world.store.applicationFees.put({ ...fee, refunds: [...fee.refunds, refund] })
  emit(world, platformAccount, 'application_fee.refunded', renderApplicationFee(changed))
  return refund
}

/** Settles a refund that was pending, or lets a refund fail that will fail later. */
export function settleRefund(world: World, refund: RefundRecord): void {
  if (refund.settles_as === null) return
  const settled = world.store.refunds.put({
    ...refund,
    status: refund.settles_as,
    failure_balance_transaction: refund.settles_as === 'failed' ? bookFailedRefund(world, refund) : null,
    failure_reason: refund.settles_as === 'failed' ? 'expired_or_canceled_card' : null,
    settles_at: null,
    settles_as: null,
  })
  emit(world, refund.account, 'refund.updated', renderRefund(settled), { status: refund.status })
  if (settled.status !== 'failed') return
  const charge = world.store.charges.get(refund.charge)
  if (charge !== undefined) {
    world.store.charges.put({ ...charge, amount_refunded: charge.amount_refunded - refund.amount })
  }
  reverseTax(world, settled, true)
  emit(world, refund.account, 'refund.failed', renderRefund(settled))
}
