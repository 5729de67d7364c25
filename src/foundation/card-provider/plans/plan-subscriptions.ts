import type Stripe from 'stripe'
import type { ProviderCall } from '../transport/call.ts'
import { ProviderRefused } from '../errors.ts'

const statuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'paused',
] as const

/** A seller's subscription on the platform's own account. `amount` is in minor units of `currency`. */
export type PlanSubscription = {
  readonly id: string
  /** The id of our row that it was made for, or undefined for subscriptions made elsewhere. */
  readonly rowId: string | undefined
  readonly customerId: string
  readonly itemId: string
  readonly productId: string
  readonly amount: number
  readonly currency: string
  readonly status: (typeof statuses)[number]
  readonly trialEnd: Date | null
  readonly currentPeriodEnd: Date | null
  readonly cancelAtPeriodEnd: boolean
  readonly endedAt: Date | null
  /** A change awaiting payment. */
  readonly hasPendingUpdate: boolean
  readonly latestInvoiceId: string | null
}

/** A plan as the provider needs it. */
export type PlanPrice = {
  readonly productId: string
  readonly name: string
  readonly amount: number
  readonly currency: string
}

/** A plan change. With the same values, the preview and the change have the same amount. */
export type PlanChange = {
  readonly subscriptionId: string
  readonly itemId: string
  readonly priceId: string
  /** The time from which unused time is credited. */
  readonly prorationDate: Date
  /** Whether the change ends a current trial, so that the new plan is charged from now on. */
  readonly endsTrial: boolean
}

export function planSubscriptions(stripe: Stripe, call: ProviderCall) {
  const priceIds = new Map<string, Promise<string>>()

  /** Finds a plan's price, or creates it together with its product. Concurrent callers create it only once. */
  async function findPrice(plan: PlanPrice): Promise<string> {
    const lookupKey = `${plan.productId}_${plan.currency}_${plan.amount}_month`
    const find = async () => {
      const { data } = await call('prices.list', (options) =>
        stripe.prices.list({ lookup_keys: [lookupKey], active: true }, options),
      )
      return data[0]?.id
    }
    const found = await find()
    if (found !== undefined) return found
    try {
      await call('products.create', (options) =>
        stripe.products.create(
          { id: plan.productId, name: plan.name },
          { ...options, idempotencyKey: plan.productId },
        ),
      )
    } catch (error) {
      if (!(error instanceof ProviderRefused && error.code === 'resource_already_exists')) throw error
    }
    try {
      const price = await call('prices.create', (options) =>
        stripe.prices.create(
          {
            product: plan.productId,
            currency: plan.currency,
            unit_amount: plan.amount,
            recurring: { interval: 'month' },
            lookup_key: lookupKey,
          },
          { ...options, idempotencyKey: lookupKey },
        ),
      )
      return price.id
    } catch (error) {
      // Another process has just created the price, so its lookup key is taken.
      const price = error instanceof ProviderRefused ? await find() : undefined
      if (price === undefined) throw error
      return price
    }
  }

  return {
    /** The provider's price for a plan in the current catalog, requested once per process. */
    async findPlanPrice(plan: PlanPrice): Promise<string> {
      const key = `${plan.productId}_${plan.currency}_${plan.amount}`
      const finding = priceIds.get(key) ?? findPrice(plan)
      priceIds.set(key, finding)
      finding.catch(() => priceIds.delete(key))
      return finding
    },

    /**
     * Starts a subscription, and charges the customer's card now if anything is due. The same `key` returns
     * the same subscription. `incomplete` means that the first invoice is unpaid.
     */
    async createPlanSubscription(request: {
      rowId: string
      key: string
      customerId: string
      priceId: string
      trialEnd: Date | null
    }): Promise<PlanSubscription> {
      const subscription = await call('subscriptions.create', (options) =>
        stripe.subscriptions.create(
          {
            customer: request.customerId,
            items: [{ price: request.priceId }],
            payment_behavior: 'allow_incomplete',
            metadata: { plan_subscription: request.rowId },
            ...(request.trialEnd === null
              ? {}
              : {
                  trial_end: seconds(request.trialEnd),
                  trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
                }),
          },
          { ...options, idempotencyKey: request.key },
        ),
      )
      return describeSubscription(subscription)
    },

    async retrievePlanSubscription(id: string): Promise<PlanSubscription> {
      return describeSubscription(
        await call('subscriptions.retrieve', (options) => stripe.subscriptions.retrieve(id, {}, options)),
      )
    },

    /** A customer's newest subscriptions, including ended ones. */
    async listPlanSubscriptions(customerId: string): Promise<PlanSubscription[]> {
      const { data } = await call('subscriptions.list', (options) =>
        stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }, options),
      )
      return data.map(describeSubscription)
    },

    /**
     * Changes the plan and invoices the difference now. The change is pending until that is paid. The same
     * `key` means the same change.
     */
    async changePlanSubscription(change: PlanChange, key: string): Promise<PlanSubscription> {
      const subscription = await call('subscriptions.update', (options) =>
        stripe.subscriptions.update(
          change.subscriptionId,
          {
            items: [{ id: change.itemId, price: change.priceId }],
            payment_behavior: 'pending_if_incomplete',
            proration_behavior: 'always_invoice',
            ...(change.endsTrial
              ? { trial_end: 'now' as const }
              : { proration_date: seconds(change.prorationDate) }),
          },
          { ...options, idempotencyKey: key },
        ),
      )
      return describeSubscription(subscription)
    },

    /** Sets whether a plan ends with its current period. Safe to repeat. */
    async setPlanEnding(id: string, endsWithPeriod: boolean): Promise<PlanSubscription> {
      return describeSubscription(
        await call('subscriptions.update', (options) =>
          stripe.subscriptions.update(id, { cancel_at_period_end: endsWithPeriod }, options),
        ),
      )
    },

    /** Ends a plan now. Throws `ProviderRefused` if it has already ended. */
    async endPlanSubscription(id: string): Promise<PlanSubscription> {
      return describeSubscription(
        await call('subscriptions.cancel', (options) => stripe.subscriptions.cancel(id, {}, options)),
      )
    },
  }
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

function dateOf(time: number | null | undefined): Date | null {
  return time === null || time === undefined ? null : new Date(time * 1000)
}

function describeSubscription(subscription: Stripe.Subscription): PlanSubscription {
  const [item] = subscription.items.data
  if (item === undefined) throw new Error(`The subscription ${subscription.id} has no item`)
  const { product } = item.price
  const { customer, latest_invoice: invoice } = subscription
  return {
    id: subscription.id,
    rowId: subscription.metadata['plan_subscription'],
    customerId: typeof customer === 'string' ? customer : customer.id,
    itemId: item.id,
    productId: typeof product === 'string' ? product : product.id,
    amount: item.price.unit_amount ?? 0,
    currency: item.price.currency,
    // A newer status of the provider that we do not know grants no rights.
    status: statuses.find((status) => status === subscription.status) ?? 'paused',
    trialEnd: dateOf(subscription.trial_end),
    currentPeriodEnd: dateOf(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    endedAt: dateOf(subscription.ended_at),
    hasPendingUpdate: subscription.pending_update !== null,
    latestInvoiceId: typeof invoice === 'string' ? invoice : (invoice?.id ?? null),
  }
}
