import type { JsonObject } from '#json.ts'
import type { World } from '#world.ts'
import type { BalanceTransactionRecord, PayoutRecord } from './records.ts'
import { feeOf, netOf } from './transactions.ts'

export function renderBalanceTransaction(world: World, record: BalanceTransactionRecord): JsonObject {
  return {
    id: record.id,
    object: 'balance_transaction',
    amount: record.amount,
    available_on: record.available_on,
    balance_type: 'payments',
    created: record.created,
    currency: record.currency,
    description: record.description,
    exchange_rate: null,
    fee: feeOf(record.fee_details),
    fee_details: record.fee_details.map((detail) => ({ ...detail, currency: record.currency })),
    net: netOf(record),
    reporting_category: record.reporting_category,
    source: record.source,
    status: record.available_on <= world.clock.now() ? 'available' : 'pending',
    type: record.type,
  }
}

export function renderPayout(payout: PayoutRecord): JsonObject {
  return {
    id: payout.id,
    object: 'payout',
    amount: payout.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: payout.arrival_date,
    automatic: true,
    balance_transaction: payout.balance_transaction,
    created: payout.created,
    currency: payout.currency,
    description: 'STRIPE PAYOUT',
    destination: bankAccountId(payout.account, payout.currency),
    failure_balance_transaction: payout.failure_balance_transaction,
    failure_code: payout.failure_code,
    failure_message: payout.failure_message,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: payout.status,
    trace_id: { status: 'supported', value: null },
    type: 'bank_account',
  }
}

/** Each account has one bank account for each currency in which it sells. */
function bankAccountId(account: string, currency: string): string {
  return `ba_${account.replace('acct_', '')}${currency}`
}

export function renderBankAccount(world: World, id: string): JsonObject | undefined {
  const account = world.store.accounts.get(`acct_${id.slice('ba_'.length, -3)}`)
  if (account === undefined) return undefined
  return {
    id,
    object: 'bank_account',
    account: account.id,
    account_holder_name: null,
    account_holder_type: null,
    account_type: null,
    available_payout_methods: ['standard'],
    bank_name: 'STRIPE TEST BANK',
    country: account.country,
    currency: id.slice(-3),
    default_for_currency: true,
    fingerprint: null,
    last4: '6789',
    metadata: {},
    routing_number: '110000000',
    status: 'new',
  }
}
