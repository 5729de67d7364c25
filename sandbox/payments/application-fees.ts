import { asList } from '#api/list.ts'
import type { JsonObject } from '#json.ts'
import { applicationId } from '#world.ts'
import type { ApplicationFeeRecord } from './records.ts'

export function renderApplicationFee(fee: ApplicationFeeRecord): JsonObject {
  const refunded = refundedOf(fee)
  return {
    id: fee.id,
    object: 'application_fee',
    account: fee.payer,
    amount: fee.amount,
    amount_refunded: refunded,
    application: applicationId,
    balance_transaction: fee.balance_transaction,
    charge: fee.charge,
    created: fee.created,
    currency: fee.currency,
    fee_source: { charge: fee.charge, type: 'charge' },
    livemode: false,
    originating_transaction: null,
    refunded: refunded === fee.amount,
    refunds: asList(
      fee.refunds.map((refund) => renderFeeRefund(fee, refund)),
      false,
      `/v1/application_fees/${fee.id}/refunds`,
    ),
  }
}

function renderFeeRefund(
  fee: ApplicationFeeRecord,
  refund: ApplicationFeeRecord['refunds'][number],
): JsonObject {
  return {
    id: refund.id,
    object: 'fee_refund',
    amount: refund.amount,
    balance_transaction: refund.balance_transaction,
    created: refund.created,
    currency: fee.currency,
    fee: fee.id,
    metadata: {},
  }
}

export function refundedOf(fee: ApplicationFeeRecord): number {
  return fee.refunds.reduce((sum, refund) => sum + refund.amount, 0)
}
