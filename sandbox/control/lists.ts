import { renderAccount } from '#accounts/render-account.ts'
import { renderBalanceTransaction, renderPayout } from '#balance/render-balance.ts'
import { renderInvoice } from '#billing/invoices/render-invoice.ts'
import { renderSubscription } from '#billing/render-subscription.ts'
import { renderCustomer } from '#customers/customers.ts'
import { eventWithPending } from '#events/events.ts'
import type { JsonObject } from '#json.ts'
import { renderDispute } from '#payments/disputes.ts'
import { renderApplicationFee } from '#payments/application-fees.ts'
import { renderCharge } from '#payments/render-charge.ts'
import { renderPaymentIntent } from '#payments/intents/render-payment-intent.ts'
import { renderRefund } from '#payments/render-refund.ts'
import { renderTransaction } from '#tax/render-tax.ts'
import { platformAccount, type World } from '#world.ts'

function listed<T extends { account: string }>(
  records: T[],
  render: (record: T) => JsonObject,
): JsonObject[] {
  return records.map((record) => ({ ...render(record), account: record.account }))
}

/** All records of a kind from all accounts, newest first, each with its account. */
export const controlLists: Record<string, (world: World) => JsonObject[]> = {
  accounts: ({ store }) =>
    store.accounts.newestFirst().map((account) => ({ ...renderAccount(account), account: account.id })),
  application_fees: ({ store }) =>
    store.applicationFees
      .newestFirst()
      .map((fee) => ({ ...renderApplicationFee(fee), account: platformAccount, paid_by: fee.payer })),
  charges: (world) => listed(world.store.charges.newestFirst(), (charge) => renderCharge(world, charge)),
  customers: ({ store }) => listed(store.customers.newestFirst(), renderCustomer),
  disputes: (world) => listed(world.store.disputes.newestFirst(), (dispute) => renderDispute(world, dispute)),
  events: (world) => listed(world.store.events.newestFirst(), (event) => eventWithPending(world, event)),
  invoices: (world) => listed(world.store.invoices.newestFirst(), (invoice) => renderInvoice(world, invoice)),
  balance_transactions: (world) =>
    listed(world.store.balanceTransactions.newestFirst(), (one) => renderBalanceTransaction(world, one)),
  payment_intents: (world) =>
    listed(world.store.paymentIntents.newestFirst(), (intent) => renderPaymentIntent(world, intent)),
  payouts: ({ store }) => listed(store.payouts.newestFirst(), renderPayout),
  refunds: ({ store }) => listed(store.refunds.newestFirst(), renderRefund),
  subscriptions: (world) =>
    listed(world.store.subscriptions.newestFirst(), (one) => renderSubscription(world, one)),
  tax_transactions: ({ store }) => listed(store.taxTransactions.newestFirst(), renderTransaction),
}
