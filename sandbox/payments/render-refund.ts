import type { JsonObject } from '#json.ts'
import type { RefundRecord } from './records.ts'

export function renderRefund(refund: RefundRecord): JsonObject {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: refund.balance_transaction,
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    ...(refund.failure_balance_transaction === null
      ? {}
      : { failure_balance_transaction: refund.failure_balance_transaction }),
    ...(refund.failure_reason === null ? {} : { failure_reason: refund.failure_reason }),
    ...(refund.status === 'pending' ? { pending_reason: 'processing' } : {}),
    metadata: refund.metadata,
    payment_intent: refund.payment_intent,
    payment_method: null,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  }
}
