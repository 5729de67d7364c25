import { bookApplicationFee, bookCharge } from '#balance/transactions.ts'
import type { Decline } from '#cards/test-cards.ts'
import { emit } from '#events/emit.ts'
import { newId } from '#ids.ts'
import { platformAccount, type World } from '#world.ts'
import { openDispute } from './disputes.ts'
import { behaviourOf } from './payment-methods.ts'
import type {
  ApplicationFeeRecord,
  ChargeRecord,
  PaymentIntentRecord,
  PaymentMethodRecord,
} from './records.ts'
import { renderApplicationFee } from './application-fees.ts'
import { renderCharge } from './render-charge.ts'

/** Tries to charge an intent's payment method and records the charge, which is final unless it is pending. */
export function chargeCard(
  world: World,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  options: { decline: Decline | undefined; isAuthenticated: boolean; isPending?: true },
): ChargeRecord {
  const { decline } = options
  const charge = world.store.charges.put({
    id: newId('ch'),
    account: intent.account,
    created: world.clock.now(),
    amount: intent.amount,
    amount_captured: decline === undefined && !options.isPending ? intent.amount : 0,
    amount_refunded: 0,
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null,
    billing_details: method.billing_details,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    decline_code: decline?.decline_code ?? null,
    is_blocked: decline?.isBlocked ?? false,
    metadata: intent.metadata,
    payment_intent: intent.id,
    payment_method: method.id,
    receipt_email: intent.receipt_email,
    shipping: intent.shipping,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline !== undefined ? 'failed' : options.isPending ? 'pending' : 'succeeded',
    three_d_secure: options.isAuthenticated,
  })
  if (decline !== undefined) {
    emit(world, charge.account, 'charge.failed', renderCharge(world, charge))
    return charge
  }
  if (charge.status === 'succeeded') return settleCharge(world, charge, method)
  emit(world, charge.account, 'charge.pending', renderCharge(world, charge))
  return charge
}

/** Completes a charge: the fee is deducted, and a test card for disputes gets its dispute. */
export function settleCharge(world: World, charge: ChargeRecord, method: PaymentMethodRecord): ChargeRecord {
  const fee = takeFee(world, charge)
  const settled = world.store.charges.put({
    ...charge,
    application_fee: fee?.id ?? null,
    balance_transaction: bookCharge(world, charge, fee?.amount ?? 0),
  })
  emit(world, settled.account, 'charge.succeeded', renderCharge(world, settled))
  const reason = behaviourOf(method).dispute
  // After authentication the bank bears the loss from fraud, so no fraud dispute is opened.
  if (reason === undefined || (reason === 'fraudulent' && settled.three_d_secure)) return settled
  return openDispute(world, settled, reason)
}

function takeFee(world: World, charge: ChargeRecord): ApplicationFeeRecord | undefined {
  const amount = charge.application_fee_amount ?? 0
  if (amount === 0) return undefined
  const taken = {
    id: newId('fee'),
    amount: Math.min(amount, charge.amount_captured),
    currency: charge.currency,
  }
  const fee = world.store.applicationFees.put({
    ...taken,
    balance_transaction: bookApplicationFee(world, taken),
    created: world.clock.now(),
    payer: charge.account,
    charge: charge.id,
    refunds: [],
  })
  emit(world, platformAccount, 'application_fee.created', renderApplicationFee(fee))
  return fee
}
