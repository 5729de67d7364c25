import type Stripe from 'stripe'
import type { ProviderCall } from './transport/call.ts'
import { setupsAfter, setupsOf, type CardChange } from './card-changes.ts'
import { describeInvoice, idOf, invoiceFields, timeOf, type ProviderInvoice } from './invoices.ts'

/** A subscription for our records, with its newest invoice. */
export type ProviderSubscription = {
  readonly id: string
  readonly status: Stripe.Subscription.Status
  readonly customerId: string
  /** The id of the purchase that started it, or undefined for subscriptions that the seller made elsewhere. */
  readonly purchaseId: string | undefined
  readonly billingCycleAnchor: Date
  readonly currentPeriodEnd: Date
  /** When the first full payment is due, or null if there is no trial. */
  readonly trialEnd: Date | null
  readonly cancelAt: Date | null
  readonly cancelAtPeriodEnd: boolean
  /** The early payoff for which renewals are held back, or null if there is none or renewals were released. */
  readonly heldFor: string | null
  /** The id of the subscription's only price. */
  readonly itemId: string | null
  /** The id of the last price change that we applied, or null if there is none. */
  readonly priceChange: string | null
  /** The end of the last pause that we requested, or null if there was none. */
  readonly restUntil: Date | null
  readonly canceledAt: Date | null
  readonly endedAt: Date | null
  readonly latestInvoice: ProviderInvoice | null
  /** The card to which renewals are charged, or null if the subscription has no card of its own. */
  readonly cardId: string | null
  /** The last changes to that card that we applied, as ids of SetupIntents, newest last. */
  readonly cardSetups: readonly string[]
  /** The SetupIntent of the card that the subscription is waiting for, if nothing is due initially. */
  readonly pendingSetupId: string | null
}

/** A price with its tax and discount. Amounts are in minor units, and the ids belong to the same account. */
export type PricedItem = {
  readonly productId: string
  /** Per piece. */
  readonly amount: number
  readonly quantity: number
  readonly taxRateId: string | null
  readonly couponId: string | null
}

type Cycle = {
  readonly currency: string
  readonly interval: 'day' | 'week' | 'month' | 'year'
  readonly intervalCount: number
}

/** What is needed to start the subscription for an order. */
export type SubscriptionRequest = Cycle & {
  readonly purchaseId: string
  readonly customerId: string
  readonly item: PricedItem
  /** Items that are charged only once, with the first invoice. */
  readonly once: readonly PricedItem[]
  /** The application fee on every invoice's total with tax, in hundredths of a percent. */
  readonly applicationFeeBasisPoints: number
  /** When the subscription ends automatically. `period_end` means after the first cycle. */
  readonly end: Date | 'period_end' | null
  /** The number of days before the price is charged, or 0 if it is charged now. */
  readonly trialDays: number
}

/** The price from the next cycle on. The length of the cycle stays the same. */
export type ItemChange = Cycle & {
  readonly itemId: string
  readonly item: Omit<PricedItem, 'couponId'>
  /** Our id for the price change. */
  readonly changeId: string
}

/** A subscription's end: at a time, after the paid period, never, or undecided while an early payoff is in progress. */
export type SubscriptionEnd =
  | { readonly cancelAt: Date }
  | { readonly cancelAtPeriodEnd: boolean }
  | { readonly heldFor: string }

export const subscriptionFields = invoiceFields.map((field) => `latest_invoice.${field}`)

export function subscriptions(stripe: Stripe, call: ProviderCall) {
  return {
    /**
     * Starts a subscription without charging anything: its first invoice waits for `confirmFirst`. The idempotency key
     * is made only from the purchase, so repeating it returns the same subscription. Unpaid subscriptions end within a
     * day. If nothing is due today it runs from the start, and the caller must end it.
     */
    async beginSubscription(
      account: string,
      request: SubscriptionRequest,
      within: number,
    ): Promise<ProviderSubscription> {
      const { currency, end } = request
      const subscription = await call(
        'subscriptions.create',
        (options) =>
          stripe.subscriptions.create(
            {
              customer: request.customerId,
              items: [
                {
                  price_data: recurringPriceOf(request, request.item),
                  quantity: request.item.quantity,
                  ...ratesOf(request.item),
                  ...discountsOf(request.item),
                },
              ],
              ...(request.once.length === 0
                ? {}
                : {
                    add_invoice_items: request.once.map((item) => ({
                      price_data: priceOf(item, currency),
                      quantity: item.quantity,
                      ...ratesOf(item),
                      ...discountsOf(item),
                    })),
                  }),
              ...(end === null
                ? {}
                : end === 'period_end'
                  ? { cancel_at_period_end: true }
                  : { cancel_at: seconds(end) }),
              ...(request.trialDays === 0
                ? {}
                : {
                    trial_period_days: request.trialDays,
                    // A trial that ends without a card charges nothing and reminds no one.
                    trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
                  }),
              ...(request.applicationFeeBasisPoints > 0
                ? { application_fee_percent: request.applicationFeeBasisPoints / 100 }
                : {}),
              payment_behavior: 'default_incomplete',
              payment_settings: { save_default_payment_method: 'on_subscription' },
              proration_behavior: 'none',
              metadata: { purchase: request.purchaseId },
              expand: subscriptionFields,
            },
            { ...options, stripeAccount: account, idempotencyKey: `purchase-${request.purchaseId}-begin` },
          ),
        within,
      )
      return describeSubscription(subscription)
    },

    async retrieveSubscription(account: string, id: string): Promise<ProviderSubscription> {
      const subscription = await call('subscriptions.retrieve', (options) =>
        stripe.subscriptions.retrieve(
          id,
          { expand: subscriptionFields },
          { ...options, stripeAccount: account },
        ),
      )
      return describeSubscription(subscription)
    },

    /** An account's subscriptions started between two times, newest first, including ended ones. */
    async *listSubscriptions(account: string, from: Date, to: Date): AsyncGenerator<ProviderSubscription> {
      const created = { gte: seconds(from), lte: seconds(to) }
      for (let last: string | undefined; ;) {
        const after = last
        const page = await call('subscriptions.list', (options) =>
          stripe.subscriptions.list(
            { created, status: 'all', limit: 100, ...(after === undefined ? {} : { starting_after: after }) },
            { ...options, stripeAccount: account },
          ),
        )
        yield* page.data.map(describeSubscription)
        last = page.data.at(-1)?.id
        if (!page.has_more || last === undefined) return
      }
    },

    /**
     * Changes when a subscription ends, without charging or refunding anything. This needs no idempotency key, because
     * repeating it changes nothing. The same request marks an early payoff, for which renewals are held back, and any
     * other end clears that mark. So the end is recognized as ours whenever the request arrives.
     */
    async changeEnd(account: string, id: string, end: SubscriptionEnd): Promise<ProviderSubscription> {
      const change =
        'cancelAt' in end
          ? { cancel_at: seconds(end.cancelAt) }
          : { cancel_at_period_end: 'heldFor' in end || end.cancelAtPeriodEnd }
      const metadata = { held_for: 'heldFor' in end ? end.heldFor : '' }
      const subscription = await call('subscriptions.update', (options) =>
        stripe.subscriptions.update(
          id,
          { ...change, metadata, proration_behavior: 'none', expand: subscriptionFields },
          { ...options, stripeAccount: account },
        ),
      )
      return describeSubscription(subscription)
    },

    /**
     * Changes a subscription's price without charging or refunding anything: existing invoices stay as they are, and
     * the next one has the new price. This needs no idempotency key, because repeating it changes nothing.
     */
    async changeItem(account: string, id: string, change: ItemChange): Promise<ProviderSubscription> {
      const { itemId, item, changeId } = change
      const subscription = await call('subscriptions.update', (options) =>
        stripe.subscriptions.update(
          id,
          {
            items: [
              {
                id: itemId,
                price_data: recurringPriceOf(change, item),
                quantity: item.quantity,
                // Without the parameter, the item would keep its rates.
                tax_rates: item.taxRateId === null ? '' : [item.taxRateId],
              },
            ],
            metadata: { price_change: changeId },
            proration_behavior: 'none',
            expand: subscriptionFields,
          },
          { ...options, stripeAccount: account },
        ),
      )
      return describeSubscription(subscription)
    },

    /** Ends a subscription now. Throws `ProviderRefused` if it has already ended. */
    async endSubscription(account: string, id: string): Promise<ProviderSubscription> {
      const subscription = await call('subscriptions.cancel', (options) =>
        stripe.subscriptions.cancel(
          id,
          { expand: subscriptionFields },
          { ...options, stripeAccount: account },
        ),
      )
      return describeSubscription(subscription)
    },

    /**
     * Sets the card for renewals and records that this change was applied. Each change has its own metadata
     * key, so that concurrent changes are not lost.
     */
    async setCard(account: string, id: string, paymentMethodId: string, change?: CardChange): Promise<void> {
      await call('subscriptions.update', (options) =>
        stripe.subscriptions.update(
          id,
          {
            default_payment_method: paymentMethodId,
            ...(change === undefined ? {} : { metadata: setupsAfter(change) }),
          },
          { ...options, stripeAccount: account },
        ),
      )
    },

    /** A subscription's paid, open or draft invoices, newest first. */
    async listInvoices(
      account: string,
      subscriptionId: string,
      status: 'paid' | 'open' | 'draft',
    ): Promise<ProviderInvoice[]> {
      const found: ProviderInvoice[] = []
      for (;;) {
        const after = found.at(-1)?.id
        const page = await call('invoices.list', (options) =>
          stripe.invoices.list(
            {
              subscription: subscriptionId,
              status,
              limit: 100,
              expand: ['data.payments'],
              ...(after === undefined ? {} : { starting_after: after }),
            },
            { ...options, stripeAccount: account },
          ),
        )
        found.push(...page.data.map(describeInvoice))
        if (!page.has_more || page.data.length === 0) return found
      }
    },

    /** Voids an invoice, so that it can no longer be paid. Throws `ProviderRefused` if it was already paid. */
    async voidInvoice(account: string, id: string): Promise<void> {
      await call('invoices.void', (options) =>
        stripe.invoices.voidInvoice(id, {}, { ...options, stripeAccount: account }),
      )
    },

    async retrieveInvoice(account: string, id: string): Promise<ProviderInvoice> {
      const invoice = await call('invoices.retrieve', (options) =>
        stripe.invoices.retrieve(id, { expand: [...invoiceFields] }, { ...options, stripeAccount: account }),
      )
      return describeInvoice(invoice)
    },
  }
}

type Priced = Omit<PricedItem, 'couponId'>

function priceOf({ productId, amount }: Priced, currency: string) {
  return { currency, product: productId, unit_amount: amount }
}

function recurringPriceOf({ currency, interval, intervalCount }: Cycle, item: Priced) {
  return { ...priceOf(item, currency), recurring: { interval, interval_count: intervalCount } }
}

function ratesOf({ taxRateId }: Priced) {
  return taxRateId === null ? {} : { tax_rates: [taxRateId] }
}

function discountsOf({ couponId }: PricedItem) {
  return couponId === null ? {} : { discounts: [{ coupon: couponId }] }
}

export function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

export function describeSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const { latest_invoice: invoice } = subscription
  const periodEnd = subscription.items.data[0]?.current_period_end
  return {
    id: subscription.id,
    status: subscription.status,
    customerId: idOf(subscription.customer) ?? '',
    purchaseId: subscription.metadata['purchase'],
    billingCycleAnchor: new Date(subscription.billing_cycle_anchor * 1000),
    currentPeriodEnd: new Date((periodEnd ?? subscription.billing_cycle_anchor) * 1000),
    trialEnd: timeOf(subscription.trial_end),
    cancelAt: timeOf(subscription.cancel_at),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    heldFor: subscription.metadata['held_for'] ?? null,
    itemId: subscription.items.data[0]?.id ?? null,
    priceChange: subscription.metadata['price_change'] ?? null,
    restUntil: restOf(subscription.metadata['rest_until']),
    canceledAt: timeOf(subscription.canceled_at),
    endedAt: timeOf(subscription.ended_at),
    cardId: idOf(subscription.default_payment_method),
    cardSetups: setupsOf(subscription.metadata),
    pendingSetupId: idOf(subscription.pending_setup_intent),
    latestInvoice: typeof invoice === 'object' && invoice !== null ? describeInvoice(invoice) : null,
  }
}

function restOf(until: string | undefined): Date | null {
  return until === undefined || until === '' ? null : new Date(Number(until) * 1000)
}
