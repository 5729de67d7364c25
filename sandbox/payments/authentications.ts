import { applyToInvoice, applyToSubscription } from '#billing/invoices/apply-payment.ts'
import { invalidRequest, resourceMissing } from '#api/errors.ts'
import type { JsonObject } from '#json.ts'
import type { World } from '#world.ts'
import { settleAuthentication } from './intents/confirm.ts'
import { renderPublicPaymentIntent } from './intents/render-payment-intent.ts'
import { renderPublicSetupIntent } from './intents/render-setup-intent.ts'
import { settleSetupAuthentication } from './intents/set-up.ts'

export type Authentication = {
  readonly payment_intent?: string | undefined
  readonly setup_intent?: string | undefined
  readonly client_secret: string
  readonly outcome: 'complete' | 'fail'
}

/** Applies the buyer's decision on the bank's page. @returns the intent as the buyer's browser can see it */
export function authenticate(world: World, authentication: Authentication): JsonObject {
  const isAuthenticated = authentication.outcome === 'complete'
  if (authentication.setup_intent !== undefined) {
    const intent = world.store.setupIntents.get(authentication.setup_intent)
    checkWaiting(intent, authentication, authentication.setup_intent)
    if (intent === undefined) throw resourceMissing('setupintent', authentication.setup_intent)
    const settled = settleSetupAuthentication(world, intent, isAuthenticated).intent
    applyToSubscription(world, settled)
    return renderPublicSetupIntent(world, settled)
  }
  const id = authentication.payment_intent ?? ''
  const intent = world.store.paymentIntents.get(id)
  checkWaiting(intent, authentication, id)
  if (intent === undefined) throw resourceMissing('payment_intent', id)
  const outcome = settleAuthentication(world, intent, isAuthenticated)
  applyToInvoice(world, outcome.intent)
  return renderPublicPaymentIntent(world, outcome.intent)
}

function checkWaiting(
  intent: { client_secret: string; status: string } | undefined,
  authentication: Authentication,
  id: string,
): void {
  if (intent === undefined || intent.client_secret !== authentication.client_secret) {
    throw resourceMissing('intent', id)
  }
  if (intent.status !== 'requires_action') {
    throw invalidRequest(`The intent has a status of ${intent.status}; there is nothing to authenticate.`)
  }
}
