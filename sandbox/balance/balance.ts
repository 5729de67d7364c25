import { z } from 'zod'
import { isCreatedWithin, listPage } from '#api/list.ts'
import { operation, pathId, type Operation } from '#api/operation.ts'
import { createdFilter, pagination, text } from '#api/params.ts'
import type { JsonObject } from '#json.ts'
import { find, ownedBy } from '#payments/find.ts'
import type { World } from '#world.ts'
import { renderBalanceTransaction, renderPayout } from './render-balance.ts'
import { netOf } from './transactions.ts'

const retrieveBalance = operation({
  method: 'GET',
  path: '/v1/balance',
  params: z.strictObject({}),
  run: ({ world, account }) => ({
    object: 'balance',
    available: amounts(world, account, (availableOn) => availableOn <= world.clock.now()),
    livemode: false,
    pending: amounts(world, account, (availableOn) => availableOn > world.clock.now()),
  }),
})

/** One entry for each of the account's currencies, even if the balance is zero. */
function amounts(world: World, account: string, isCounted: (availableOn: number) => boolean): JsonObject[] {
  const sums = new Map<string, number>()
  const own = world.store.accounts.get(account)?.default_currency
  if (own !== undefined) sums.set(own, 0)
  for (const one of world.store.balanceTransactions.all()) {
    if (one.account !== account) continue
    const net = isCounted(one.available_on) ? netOf(one) : 0
    sums.set(one.currency, (sums.get(one.currency) ?? 0) + net)
  }
  return [...sums].map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } }))
}

const listTransactions = operation({
  method: 'GET',
  path: '/v1/balance_transactions',
  params: z.strictObject({
    created: createdFilter,
    currency: text.optional(),
    payout: text.optional(),
    source: text.optional(),
    type: text.optional(),
    ...pagination,
  }),
  run({ world, account, path }, params) {
    if (params.payout !== undefined) find(world.store.payouts, account, params.payout, 'payout')
    const transactions = ownedBy(world.store.balanceTransactions, account).filter(
      (one) =>
        (params.currency === undefined || one.currency === params.currency.toLowerCase()) &&
        (params.payout === undefined || one.payout === params.payout) &&
        (params.source === undefined || one.source === params.source) &&
        (params.type === undefined || one.type === params.type) &&
        isCreatedWithin(one.created, params.created),
    )
    return listPage(transactions, params, path, (one) => renderBalanceTransaction(world, one))
  },
})

const retrieveTransaction = operation({
  method: 'GET',
  path: '/v1/balance_transactions/{id}',
  params: z.strictObject({}),
  run: (context) =>
    renderBalanceTransaction(
      context.world,
      find(
        context.world.store.balanceTransactions,
        context.account,
        pathId(context),
        'balance_transaction',
        'id',
      ),
    ),
})

const listPayouts = operation({
  method: 'GET',
  path: '/v1/payouts',
  params: z.strictObject({
    arrival_date: createdFilter,
    created: createdFilter,
    status: z.enum(['canceled', 'failed', 'in_transit', 'paid', 'pending']).optional(),
    ...pagination,
  }),
  run({ world, account, path }, params) {
    const payouts = ownedBy(world.store.payouts, account).filter(
      (one) =>
        (params.status === undefined || one.status === params.status) &&
        isCreatedWithin(one.arrival_date, params.arrival_date) &&
        isCreatedWithin(one.created, params.created),
    )
    return listPage(payouts, params, path, renderPayout)
  },
})

const retrievePayout = operation({
  method: 'GET',
  path: '/v1/payouts/{id}',
  params: z.strictObject({}),
  run: (context) =>
    renderPayout(find(context.world.store.payouts, context.account, pathId(context), 'payout')),
})

export const balanceOperations: Operation[] = [
  retrieveBalance,
  listTransactions,
  retrieveTransaction,
  listPayouts,
  retrievePayout,
]
