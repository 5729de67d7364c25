import type Stripe from 'stripe'
import type { ProviderCall } from '../transport/call.ts'
import { ProviderRefused } from '../errors.ts'

/** A card's details for display. */
export type PlanCard = {
  readonly id: string
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

/** A customer's card, and their credit in minor units of `currency`, which is never negative. */
export type PlanPurse = {
  readonly card: PlanCard | null
  readonly credit: { readonly total: number; readonly currency: string } | null
}

/**
 * The seller who got the client secret of a card setup or payment. This is stored in the metadata, so that Stripe's
 * events contain it.
 */
export type SecretHolder = {
  readonly sellerId: string
  /** A digest of the network that asked for the secret. */
  readonly networkKey: string
}

export function holderMetadata({ sellerId, networkKey }: SecretHolder): Record<string, string> {
  return { plan_seller: sellerId, plan_network: networkKey }
}

/** Reads what `holderMetadata` wrote. Undefined for objects that are not ours. */
export function holderIn(metadata: Readonly<Record<string, string>>): SecretHolder | undefined {
  const { plan_seller: sellerId, plan_network: networkKey } = metadata
  return sellerId === undefined || networkKey === undefined ? undefined : { sellerId, networkKey }
}

/** Sellers as customers of the platform, each with one card. */
export function planCards(stripe: Stripe, call: ProviderCall) {
  return {
    /** Creates the seller's Customer. The same seller returns the same Customer. */
    async createPlanCustomer(sellerId: string): Promise<string> {
      const customer = await call('customers.create', (options) =>
        stripe.customers.create(
          { metadata: { seller: sellerId } },
          { ...options, idempotencyKey: `seller-${sellerId}-customer` },
        ),
      )
      return customer.id
    },

    /** The name and address to which invoices are issued. */
    async describePlanCustomer(id: string, person: { email: string; name?: string }): Promise<void> {
      await call('customers.update', (options) => stripe.customers.update(id, person, options))
    },

    /**
     * Makes a PaymentMethod the customer's card and detaches the previous one. Throws `CardDeclined` if the
     * bank declines it.
     */
    async savePlanCard(customerId: string, paymentMethodId: string): Promise<void> {
      const before = await this.readPlanCard(customerId)
      if (before?.id === paymentMethodId) return
      const method = await call('paymentMethods.attach', (options) =>
        stripe.paymentMethods.attach(paymentMethodId, { customer: customerId }, options),
      )
      await call('customers.update', (options) =>
        stripe.customers.update(
          customerId,
          { invoice_settings: { default_payment_method: method.id } },
          options,
        ),
      )
      if (before === null) return
      try {
        await call('paymentMethods.detach', (options) => stripe.paymentMethods.detach(before.id, {}, options))
      } catch (error) {
        // An earlier attempt has already detached the card.
        if (!(error instanceof ProviderRefused)) throw error
      }
    },

    async readPlanCard(customerId: string): Promise<PlanCard | null> {
      return (await this.readPlanPurse(customerId)).card
    },

    async readPlanPurse(customerId: string): Promise<PlanPurse> {
      const customer = await call('customers.retrieve', (options) =>
        stripe.customers.retrieve(
          customerId,
          { expand: ['invoice_settings.default_payment_method'] },
          options,
        ),
      )
      if (customer.deleted === true) return { card: null, credit: null }
      const { balance, currency } = customer
      // A negative balance is the customer's credit.
      const credit = balance < 0 && typeof currency === 'string' ? { total: -balance, currency } : null
      const method = customer.invoice_settings.default_payment_method
      if (method === null || typeof method === 'string' || method.card === undefined)
        return { card: null, credit }
      const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card
      return { card: { id: method.id, brand, last4, expMonth, expYear }, credit }
    },

    /**
     * Begins a card setup. The browser completes it with the returned client secret, and the bank may ask the
     * seller to authenticate.
     */
    async createPlanCardSetup(customerId: string, holder: SecretHolder): Promise<string> {
      const intent = await call('setupIntents.create', (options) =>
        stripe.setupIntents.create(
          {
            customer: customerId,
            usage: 'off_session',
            metadata: holderMetadata(holder),
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          },
          options,
        ),
      )
      if (intent.client_secret === null) throw new Error(`${intent.id} has no client secret`)
      return intent.client_secret
    },

    /** Cancels a card setup, so that no further card can be tried with it. A setup that has ended stays unchanged. */
    async cancelPlanCardSetup(id: string): Promise<void> {
      try {
        await call('setupIntents.cancel', (options) =>
          stripe.setupIntents.cancel(id, { cancellation_reason: 'abandoned' }, options),
        )
      } catch (error) {
        if (!(error instanceof ProviderRefused)) throw error
      }
    },

    /** The customer and card of a card setup, or null if it is unfinished or unknown. */
    async readPlanCardSetup(
      id: string,
    ): Promise<{ customerId: string | null; paymentMethodId: string | null } | null> {
      try {
        const intent = await call('setupIntents.retrieve', (options) =>
          stripe.setupIntents.retrieve(id, {}, options),
        )
        return {
          customerId: idOf(intent.customer),
          paymentMethodId: intent.status === 'succeeded' ? idOf(intent.payment_method) : null,
        }
      } catch (error) {
        if (error instanceof ProviderRefused && error.code === 'resource_missing') return null
        throw error
      }
    },
  }
}

function idOf(value: string | { readonly id: string } | null): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null)
}
