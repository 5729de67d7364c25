import { createHash } from 'node:crypto'
import { findTestCard } from '#cards/test-cards.ts'
import type { JsonObject } from '#json.ts'
import type { PaymentMethodRecord } from './records.ts'

export function renderPaymentMethod(method: PaymentMethodRecord): JsonObject {
  return {
    id: method.id,
    object: 'payment_method',
    allow_redisplay: method.allow_redisplay,
    billing_details: method.billing_details,
    [method.type]: typeFacts(method),
    created: method.created,
    customer: method.customer,
    customer_account: null,
    livemode: false,
    metadata: method.metadata,
    type: method.type,
  }
}

/** The method's details, stored under the name of its type. */
function typeFacts(method: PaymentMethodRecord): JsonObject {
  switch (method.type) {
    case 'card':
      return { ...cardFacts(method), ...cardExtras(method) }
    case 'link':
      // Methods stored before the sandbox supported Link accounts have no email.
      return { email: method.link_account ?? method.billing_details.email }
    case 'sepa_debit':
      return { ...debitFacts(method), generated_from: { charge: null, setup_attempt: null } }
    case 'ideal':
      return { bank: null, bic: null }
  }
}

/** Fields that appear both in a debit's PaymentMethod and in its charge. */
export function debitFacts({ iban }: PaymentMethodRecord): JsonObject {
  const number = iban ?? ''
  return {
    bank_code: number.slice(4, 12),
    branch_code: '',
    country: number.slice(0, 2),
    fingerprint: createHash('sha256').update(number).digest('hex').slice(0, 16),
    last4: number.slice(-4),
  }
}

/** Fields shared by a PaymentMethod's card and a charge's card. */
export function cardFacts(method: PaymentMethodRecord): JsonObject {
  const card = findTestCard(method.card_number)
  return {
    brand: card?.brand ?? 'unknown',
    checks: cardChecks(method),
    country: card?.country ?? 'US',
    exp_month: method.exp_month,
    exp_year: method.exp_year,
    fingerprint: createHash('sha256').update(method.card_number).digest('hex').slice(0, 16),
    funding: card?.funding ?? 'unknown',
    last4: method.card_number.slice(-4),
    regulated_status: 'unregulated',
    wallet: walletOf(method),
  }
}

function walletOf({ wallet, card_number }: PaymentMethodRecord): JsonObject | null {
  if (wallet === null) return null
  const isOnDevice = wallet !== 'link'
  return { dynamic_last4: isOnDevice ? card_number.slice(-4) : null, type: wallet, [wallet]: {} }
}

/** The card is checked when it is first attached or charged. Until then, Stripe reports it as unchecked. */
function cardChecks(method: PaymentMethodRecord): JsonObject {
  const { address } = method.billing_details
  const isUsed = method.customer !== null || method.consumed
  const verdict = (given: boolean) => (given ? (isUsed ? 'pass' : 'unchecked') : null)
  const failsCvc = isUsed && findTestCard(method.card_number)?.cvcCheck === 'fail'
  return {
    address_line1_check: verdict(Boolean(address?.line1)),
    address_postal_code_check: verdict(Boolean(address?.postal_code)),
    cvc_check: failsCvc ? 'fail' : verdict(method.has_cvc),
  }
}

function cardExtras(method: PaymentMethodRecord): JsonObject {
  const card = findTestCard(method.card_number)
  const brand = card?.brand ?? 'unknown'
  return {
    display_brand: brand === 'amex' ? 'american_express' : brand,
    generated_from: null,
    networks: { available: [brand], preferred: null },
    three_d_secure_usage: { supported: card?.authentication !== 'unsupported' },
  }
}
