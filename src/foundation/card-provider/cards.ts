import type Stripe from 'stripe'
import type { ProviderCall } from './transport/call.ts'
import { ProviderRefused } from './errors.ts'
import { idOf } from './invoices.ts'
import { payerOf, type Payer } from './payer-of-method.ts'

/** A card that a buyer is saving, or has saved, for later payments. */
export type CardSetup = {
  readonly id: string
  readonly clientSecret: string
  readonly customerId: string | null
  /** The saved payment method. Null until the buyer has confirmed it, with bank authentication if required. */
  readonly paymentMethodId: string | null
  /** The card's brand and last digits. Null until it is confirmed, and for other payment methods. */
  readonly card: { readonly brand: string; readonly last4: string } | null
}

/** A card's public details. `endsAt` is the end of its last month, in UTC. */
export type EndingCard = { readonly brand: string; readonly last4: string; readonly endsAt: Date }

export function cards(stripe: Stripe, call: ProviderCall) {
  async function payWith(
    account: string,
    invoiceId: string,
    params: Stripe.InvoicePayParams,
  ): Promise<boolean> {
    try {
      await call('invoices.pay', (options) =>
        stripe.invoices.pay(invoiceId, params, { ...options, stripeAccount: account }),
      )
      return true
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error
      if (error.code !== 'invoice_payment_intent_requires_action') throw error
      return false
    }
  }

  return {
    /** The owner of the PaymentMethod or ConfirmationToken with this `id`, or null if the provider does not say. */
    async readPayer(account: string, id: string, within: number): Promise<Payer | null> {
      const method = id.startsWith('ctoken_')
        ? await call(
            'confirmationTokens.retrieve',
            async (options) =>
              (await stripe.confirmationTokens.retrieve(id, {}, { ...options, stripeAccount: account }))
                .payment_method_preview,
            within,
          )
        : await call(
            'paymentMethods.retrieve',
            (options) => stripe.paymentMethods.retrieve(id, {}, { ...options, stripeAccount: account }),
            within,
          )
      return method === null || method === undefined ? null : payerOf(method)
    },

    /** The type of a PaymentMethod, as the provider spells it. */
    async readMethodType(account: string, id: string): Promise<string> {
      const { type } = await call('paymentMethods.retrieve', (options) =>
        stripe.paymentMethods.retrieve(id, {}, { ...options, stripeAccount: account }),
      )
      return type
    },

    /**
     * The card that a subscription is charged to next. Null if it has no card of its own or uses another
     * payment method.
     */
    async readSubscriptionCard(account: string, subscriptionId: string): Promise<EndingCard | null> {
      const { default_payment_method: method } = await call('subscriptions.retrieve', (options) =>
        stripe.subscriptions.retrieve(
          subscriptionId,
          { expand: ['default_payment_method'] },
          { ...options, stripeAccount: account },
        ),
      )
      const card = typeof method === 'object' ? method?.card : undefined
      if (card === undefined) return null
      const { brand, last4, exp_year: year, exp_month: month } = card
      return { brand, last4, endsAt: new Date(Date.UTC(year, month, 1)) }
    },

    /**
     * `orderId`: the order whose buyer changes the card. It distinguishes our events from those of setups that the
     * seller makes.
     */
    async createCardSetup(account: string, customerId: string, orderId?: string): Promise<CardSetup> {
      const setup = await call('setupIntents.create', (options) =>
        stripe.setupIntents.create(
          {
            customer: customerId,
            usage: 'off_session',
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            ...(orderId === undefined ? {} : { metadata: { purchase: orderId } }),
          },
          { ...options, stripeAccount: account },
        ),
      )
      return describeSetup(setup)
    },

    async retrieveCardSetup(account: string, id: string): Promise<CardSetup> {
      const setup = await call('setupIntents.retrieve', (options) =>
        stripe.setupIntents.retrieve(
          id,
          { expand: ['payment_method'] },
          { ...options, stripeAccount: account },
        ),
      )
      return describeSetup(setup)
    },

    /**
     * Pays an open invoice with a card while the buyer is present. Returns false if the bank must
     * authenticate them. Throws `CardDeclined`, or `ProviderRefused` if the invoice is no longer open.
     */
    async payInvoice(account: string, invoiceId: string, paymentMethodId: string): Promise<boolean> {
      return payWith(account, invoiceId, { payment_method: paymentMethodId, off_session: false })
    },

    /** Pays an open invoice while the buyer is away, with the saved card unless another is given. */
    async collectInvoice(
      account: string,
      invoiceId: string,
      paymentMethodId: string | null,
    ): Promise<boolean> {
      const method = paymentMethodId === null ? {} : { payment_method: paymentMethodId }
      return payWith(account, invoiceId, { ...method, off_session: true })
    },
  }
}

function describeSetup(setup: Stripe.SetupIntent): CardSetup {
  const { payment_method: method } = setup
  const card = typeof method === 'object' ? method?.card : undefined
  return {
    id: setup.id,
    clientSecret: setup.client_secret ?? '',
    customerId: idOf(setup.customer),
    paymentMethodId: setup.status === 'succeeded' ? idOf(method) : null,
    card: card === undefined ? null : { brand: card.brand, last4: card.last4 },
  }
}
