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
    card: { ...cardFacts(method), ...cardExtras(method) },
    created: method.created,
    customer: method.customer,
    customer_account: null,
    livemode: false,
    metadata: method.metadata,
    type: 'card',
  }
}

/** What a PaymentMethod's card and a charge's card have in common. */
export function cardFacts(method: PaymentMethodRecord): JsonObject {
  const card = findTestCard(method.card_number)
  return {
    brand: card?.brand ?? 'unknown',
    checks: cardChecks(method),
    country: 'US',
    exp_month: method.exp_month,
    exp_year: method.exp_year,
    fingerprint: createHash('sha256').update(method.card_number).digest('hex').slice(0, 16),
    funding: card?.funding ?? 'unknown',
    last4: method.card_number.slice(-4),
    regulated_status: 'unregulated',
    wallet: null,
  }
}

/** A check is made when the card is first attached or charged; until then the provider says so. */
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
