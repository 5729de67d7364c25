import { Stripe } from 'stripe'
import type { ProviderConfig } from '#foundation/config/config.ts'
import { createProviderCall, type ProviderWatch } from './transport/call.ts'
import { cards } from './cards.ts'
import { confirmationTokens } from './confirmation-tokens.ts'
import { connectedAccounts } from './connected-accounts.ts'
import { disputes } from './disputes.ts'
import { firstSetups } from './first-setups.ts'
import { createHttpClient } from './transport/http-client.ts'
import { paymentIntents } from './payment-intents.ts'
import { payouts } from './payouts.ts'
import { paymentMethodDomains } from './payment-method-domains.ts'
import { planCards } from './plans/plan-cards.ts'
import { planInvoices } from './plans/plan-invoices.ts'
import { planSubscriptions } from './plans/plan-subscriptions.ts'
import { priceObjects } from './price-objects.ts'
import { refunds } from './refunds.ts'
import { subscriptionRests } from './subscription-rests.ts'
import { subscriptions } from './subscriptions.ts'
import { taxCalculations } from './tax-calculations.ts'
import { taxSettings } from './tax-settings.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'
import { webhooks } from './webhooks.ts'

export type CardProvider = ReturnType<typeof createCardProvider>

/**
 * The card provider as the product uses it. Everything about a buyer is stored in the seller's connected account, whose
 * id is the first argument of each function. Failures are defined in `errors.ts`.
 */
export function createCardProvider(config: ProviderConfig, watch?: ProviderWatch) {
  const address = new URL(config.apiBase)
  const protocol = address.protocol === 'http:' ? ('http' as const) : ('https' as const)
  const stripe = new Stripe(config.secretKey, {
    host: address.hostname,
    port: address.port === '' ? (protocol === 'http' ? 80 : 443) : Number(address.port),
    protocol,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: createHttpClient(protocol === 'https'),
    appInfo: { name: 'Tillform' },
  })
  const call = createProviderCall(watch)
  const setups = firstSetups(stripe, call)
  return {
    ...connectedAccounts(stripe, call),
    ...paymentIntents(stripe, call, setups),
    ...setups,
    ...payouts(stripe, call),
    ...paymentMethodDomains(stripe, call),
    ...planCards(stripe, call),
    ...planInvoices(stripe, call),
    ...planSubscriptions(stripe, call),
    ...refunds(stripe, call),
    ...disputes(stripe, call),
    ...subscriptions(stripe, call),
    ...subscriptionRests(stripe, call),
    ...priceObjects(stripe, call),
    ...cards(stripe, call),
    ...confirmationTokens(stripe, call),
    ...taxSettings(stripe, call),
    ...taxCalculations(stripe, call),
    ...webhookEndpoints(stripe, call),
    ...webhooks(stripe, config),
  }
}
