import type Stripe from 'stripe'
import type { ProviderCall } from './transport/call.ts'
import { cardOf, declineOf } from './charged-card.ts'
import { ProviderRefused } from './errors.ts'
import { idOf } from './invoices.ts'
import {
  givenMeans,
  methodOf,
  payerOfIntent,
  type FirstRequest,
  type PaymentIntent,
} from './payment-intents.ts'

/* SetupIntents save the card for later payments if nothing is due initially. They have the same states as
   PaymentIntents and are read as one with an amount of zero. */

export function firstSetups(stripe: Stripe, call: ProviderCall) {
  return {
    async retrieveSetup(account: string, id: string): Promise<PaymentIntent> {
      const setup = await call('setupIntents.retrieve', (options) =>
        stripe.setupIntents.retrieve(id, { expand: cardField }, { ...options, stripeAccount: account }),
      )
      return describeSetup(setup)
    },

    /** Saves the card for a purchase, with an idempotency key made from it. Throws `CardDeclined`. */
    async confirmSetup(account: string, request: FirstRequest, within: number): Promise<PaymentIntent> {
      const setup = await call(
        'setupIntents.confirm',
        (options) =>
          stripe.setupIntents.confirm(
            request.intentId,
            { ...givenMeans(request), expand: cardField },
            { ...options, stripeAccount: account, idempotencyKey: `purchase-${request.purchaseId}` },
          ),
        within,
      )
      return describeSetup(setup)
    },

    /**
     * Cancels a SetupIntent, so that no further card can be saved with it. If a card was saved or it was
     * already canceled, returns it unchanged.
     */
    async cancelSetup(account: string, id: string): Promise<PaymentIntent> {
      try {
        const setup = await call('setupIntents.cancel', (options) =>
          stripe.setupIntents.cancel(
            id,
            { cancellation_reason: 'abandoned' },
            { ...options, stripeAccount: account },
          ),
        )
        return describeSetup(setup)
      } catch (error) {
        if (!(error instanceof ProviderRefused)) throw error
        return this.retrieveSetup(account, id)
      }
    },
  }
}

const cardField = ['payment_method']

function describeSetup(setup: Stripe.SetupIntent): PaymentIntent {
  const error = setup.last_setup_error
  return {
    id: setup.id,
    status: setup.status,
    amount: 0,
    amountReceived: 0,
    currency: '',
    applicationFeeAmount: 0,
    customerId: idOf(setup.customer),
    card: cardOf(setup),
    method: methodOf(setup),
    payer: payerOfIntent(setup),
    clientSecret: setup.client_secret,
    purchaseId: undefined,
    declineReason: error?.decline_code ?? error?.code,
    declineMessage: error?.message,
    decline: error && declineOf(error),
    createdAt: new Date(setup.created * 1000),
  }
}
