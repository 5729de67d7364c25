import type { JsonObject } from '#json.ts'
import { applicationId, platformAccount, type World } from '#world.ts'
import type { ChargeRecord, PaymentMethodRecord } from './records.ts'
import { cardFacts, debitFacts } from './render-payment-method.ts'

export function renderCharge(world: World, charge: ChargeRecord): JsonObject {
  const isPaid = charge.status === 'succeeded'
  const method = world.store.paymentMethods.get(charge.payment_method)
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: charge.amount_captured,
    amount_refunded: charge.amount_refunded,
    application: charge.account === platformAccount ? null : applicationId,
    application_fee: charge.application_fee,
    application_fee_amount: charge.application_fee_amount,
    balance_transaction: charge.balance_transaction,
    billing_details: charge.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: isPaid && charge.amount_captured > 0,
    created: charge.created,
    currency: charge.currency,
    customer: charge.customer,
    description: charge.description,
    disputed: charge.disputed,
    failure_balance_transaction: null,
    failure_code: charge.failure_code,
    failure_message: charge.failure_message,
    fraud_details: charge.is_blocked ? { stripe_report: 'fraudulent' } : {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: outcome(charge),
    paid: isPaid,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    payment_method_details:
      method === undefined ? null : { type: method.type, [method.type]: methodUse(charge, method) },
    receipt_email: charge.receipt_email,
    receipt_number: null,
    receipt_url: isPaid ? `${world.config.url}/receipts/${charge.id}` : null,
    refunded: isPaid && charge.amount_refunded === charge.amount,
    review: null,
    shipping: charge.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: charge.statement_descriptor_suffix,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  }
}

function methodUse(charge: ChargeRecord, method: PaymentMethodRecord): JsonObject {
  switch (method.type) {
    case 'card':
      return { ...cardFacts(method), ...cardUse(charge) }
    case 'link':
      return { country: 'US' }
    case 'sepa_debit':
      return { ...debitFacts(method), mandate: null }
    case 'ideal':
      return {
        bank: 'ing',
        bic: 'INGBNL2A',
        generated_sepa_debit: null,
        generated_sepa_debit_mandate: null,
        iban_last4: null,
        preferred_language: null,
        verified_name: method.billing_details.name,
      }
  }
}

function cardUse(charge: ChargeRecord): JsonObject {
  return {
    amount_authorized: charge.status === 'failed' ? null : charge.amount,
    authorization_code: null,
    electronic_commerce_indicator: null,
    installments: null,
    mandate: null,
    network: null,
    network_transaction_id: null,
    transaction_link_id: null,
    three_d_secure: charge.three_d_secure
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
  }
}

function outcome(charge: ChargeRecord): JsonObject {
  if (charge.status !== 'failed') {
    return {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      risk_score: 20,
      seller_message: 'Payment complete.',
      type: 'authorized',
    }
  }
  return {
    advice_code: 'try_again_later',
    network_advice_code: null,
    network_decline_code: null,
    network_status: charge.is_blocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: charge.is_blocked ? 'highest_risk_level' : (charge.decline_code ?? charge.failure_code),
    risk_level: charge.is_blocked ? 'highest' : 'normal',
    risk_score: charge.is_blocked ? 90 : 20,
    seller_message: charge.is_blocked
      ? 'Stripe blocked this payment as too risky.'
      : 'The bank did not return any further details with this decline.',
    type: charge.is_blocked ? 'blocked' : 'issuer_declined',
  }
}
