import type Stripe from 'stripe'
import type { ProviderCall } from './transport/call.ts'

/** What an account has in one currency, in its minor units. */
export type ProviderBalance = {
  readonly currency: string
  readonly available: number
  /** Charged, and not to be paid out yet. */
  readonly pending: number
}

export type ProviderPayout = {
  readonly id: string
  /** In minor units; less than nothing where the provider takes it from the bank account. */
  readonly amount: number
  readonly currency: string
  /** As the provider names it: `pending`, `in_transit`, `paid`, `failed` or `canceled`. */
  readonly status: string
  readonly createdAt: Date
  /** The day, in UTC, on which the bank should have it. */
  readonly arrivesAt: Date
  /** What is inside is known of these alone. */
  readonly isAutomatic: boolean
  /** The provider is still putting together what is inside. */
  readonly isReconciled: boolean
  readonly bank: { readonly name: string | null; readonly last4: string } | null
  /** As the provider names it, and in its words. */
  readonly failureCode: string | null
  readonly failureMessage: string | null
}

/** What moved a balance; amounts in minor units of `currency`. */
export type ProviderTransaction = {
  readonly id: string
  /** As the provider reports it: `charge`, `refund`, `dispute`, `payout` and many more. */
  readonly category: string
  readonly description: string | null
  readonly createdAt: Date
  /** When it can be paid out. */
  readonly availableAt: Date
  readonly isPending: boolean
  readonly currency: string
  readonly amount: number
  /** What the platform took; less than nothing where it gave something back. */
  readonly applicationFee: number
  /** What the provider took, taxes on that included. */
  readonly providerFee: number
  readonly net: number
  /** Of the payment that it is about. */
  readonly paymentIntentId: string | null
}

type Page<Row> = { readonly rows: readonly Row[]; readonly hasMore: boolean }

/** How many are read at a time, which is as many as the provider gives. */
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

    /** The newest first. */
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
     * What moved the account's balance, the newest first; with `payout`, what went out with it, itself included; with
     * `since`, what was booked from then on. Only with one of these it is told which payment each is about.
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
