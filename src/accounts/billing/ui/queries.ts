import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { isWorthRetrying } from '#web/kit/list/query-client.ts'
import { billingContract } from '../contract.ts'
import { billingMessages } from '../messages.ts'

/** The prefix of every billing query key. */
export const billingKey = ['billing']

/** The account has no subscription, although every account should have one, so retrying helps. */
export class NotSubscribed extends Error {
  constructor() {
    super(billingMessages.notSubscribed())
  }
}

/** The seller's subscriptions, the one that counts first. Retries until there is one. */
export const subscriptionsQuery = queryOptions({
  queryKey: [...billingKey, 'subscriptions'],
  queryFn: async ({ signal }) => {
    const [first, ...others] = await call(billingContract.readAccountBilling, { signal })
    if (first === undefined) throw new NotSubscribed()
    return { first, others }
  },
  retry: (failures, error) => error instanceof NotSubscribed || isWorthRetrying(failures, error),
  retryDelay: 1_500,
  staleTime: 30_000,
})

export const planCardQuery = queryOptions({
  queryKey: [...billingKey, 'card'],
  queryFn: ({ signal }) => call(billingContract.readPlanCard, { signal }),
})

export const planInvoicesQuery = queryOptions({
  queryKey: [...billingKey, 'invoices'],
  queryFn: ({ signal }) => call(billingContract.listPlanInvoices, { signal }),
})
