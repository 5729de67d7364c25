import type Stripe from 'stripe'
import type { ProviderCall } from './transport/call.ts'

/** An account's balance in one currency, in its minor units. */
export type ProviderBalance = {
  readonly currency: string
  readonly available: number
  /** The amount that was charged but cannot be paid out yet. */
  readonly pending: number
}

export type ProviderPayout = {
  readonly id: string
  /** The amount in minor units. It is negative if the provider debits the bank account. */
  readonly amount: number
  readonly currency: string
  /** The provider's status: `pending`, `in_transit`, `paid`, `failed` or `canceled`. */
  readonly status: string
  readonly createdAt: Date
  /** The day, in UTC, on which the payout is expected to arrive at the bank. */
  readonly arrivesAt: Date
  /** Whether the payout is automatic. Only then are its contents known. */
  readonly isAutomatic: boolean
  /** Whether the provider is still computing the payout's contents. */
  readonly isReconciled: boolean
  readonly bank: { readonly name: string | null; readonly last4: string } | null
  /** The provider's failure code and message. */
  readonly failureCode: string | null
  readonly failureMessage: string | null
}

/** A balance transaction. Amounts are in minor units of `currency`. */
export type ProviderTransaction = {
  readonly id: string
  /** The provider's type: `charge`, `refund`, `dispute`, `payout` and many more. */
  readonly category: string
  readonly description: string | null
  readonly createdAt: Date
  /** When the amount becomes available for payout. */
  readonly availableAt: Date
  readonly isPending: boolean
  readonly currency: string
  readonly amount: number
  /** The application fee, negative if it was returned. */
  readonly applicationFee: number
  /** The provider's fee, including tax. */
  readonly providerFee: number
  readonly net: number
  /** The id of the payment that caused the transaction. */
  readonly paymentIntentId: string | null
}

type Page<Row> = { readonly rows: readonly Row[]; readonly hasMore: boolean }

/** The largest page that the provider returns. */
const atOnce = 100

export function payouts(stripe: Stripe, call: ProviderCall) {
  return {
    async retrieveBalance(account: string): Promise<readonly ProviderBalance[]> {
      const balance = await call('balance.retrieve', (options) =>
        stripe.balance.retrieve({}, { ...options, stripeAccount: account }),
      )
      const currencies = [...balance.available, ...balance.pending].map(({ currency }) => currency)
      const sumOf = (amounts: typeof balance.available, currency: string) =>
        amounts.reduce((sum, one) => sum + (one.currency === currency ? one.amount : 0), 0)
      return [...new Set(currencies)].map((currency) => ({
        currency,
        available: sumOf(balance.available, currency),
        pending: sumOf(balance.pending, currency),
      }))
    },

    /** Newest first. */
    async listPayouts(
      account: string,
      { after, limit }: { readonly after: string | undefined; readonly limit: number },
    ): Promise<Page<ProviderPayout>> {
      const page = await call('payouts.list', (options) =>
        stripe.payouts.list(
          { limit, expand: ['data.destination'], ...(after === undefined ? {} : { starting_after: after }) },
          { ...options, stripeAccount: account },
        ),
      )
      return { rows: page.data.map(describePayout), hasMore: page.has_more }
    },

    async retrievePayout(account: string, id: string): Promise<ProviderPayout> {
      const payout = await call('payouts.retrieve', (options) =>
        stripe.payouts.retrieve(id, { expand: ['destination'] }, { ...options, stripeAccount: account }),
      )
      return describePayout(payout)
    },

    /**
     * The account's balance transactions, newest first. With `payout`, only those that it contains, including its own.
     * With `since`, only those booked from then on. Only with `payout` or `since` does each have the id of its payment.
     */
    async listTransactions(
      account: string,
      {
        payout,
        since,
        after,
      }: { readonly payout?: string; readonly since?: Date; readonly after: string | undefined },
    ): Promise<Page<ProviderTransaction>> {
      const page = await call('balanceTransactions.list', (options) =>
        stripe.balanceTransactions.list(
          {
            limit: atOnce,
            ...(payout === undefined ? {} : { payout, expand: ['data.source'] }),
            ...(since === undefined
              ? {}
              : { created: { gte: Math.floor(since.getTime() / 1000) }, expand: ['data.source'] }),
            ...(after === undefined ? {} : { starting_after: after }),
          },
          { ...options, stripeAccount: account },
        ),
      )
      return { rows: page.data.map(describeTransaction), hasMore: page.has_more }
    },
  }
}

function describePayout(payout: Stripe.Payout): ProviderPayout {
  const { destination } = payout
  const isBank = typeof destination === 'object' && destination?.object === 'bank_account'
  return {
    id: payout.id,
    amount: payout.amount,
    currency: payout.currency,
    status: payout.status,
    createdAt: new Date(payout.created * 1000),
    arrivesAt: new Date(payout.arrival_date * 1000),
    isAutomatic: payout.automatic,
    isReconciled: payout.reconciliation_status === 'completed',
    bank:
      isBank && 'last4' in destination
        ? { name: destination.bank_name ?? null, last4: destination.last4 }
        : null,
    failureCode: payout.failure_code,
    failureMessage: payout.failure_message,
  }
}

function describeTransaction(transaction: Stripe.BalanceTransaction): ProviderTransaction {
  const { source, fee, fee_details: details } = transaction
  const applicationFee = details.reduce(
    (sum, detail) => sum + (detail.type === 'application_fee' ? detail.amount : 0),
    0,
  )
  const intent =
    typeof source === 'object' && source !== null && 'payment_intent' in source && source.payment_intent
  return {
    id: transaction.id,
    category: transaction.reporting_category,
    description: transaction.description,
    createdAt: new Date(transaction.created * 1000),
    availableAt: new Date(transaction.available_on * 1000),
    isPending: transaction.status === 'pending',
    currency: transaction.currency,
    amount: transaction.amount,
    applicationFee,
    providerFee: fee - applicationFee,
    net: transaction.net,
    paymentIntentId:
      typeof intent === 'string' ? intent : typeof intent === 'object' ? (intent?.id ?? null) : null,
  }
}
