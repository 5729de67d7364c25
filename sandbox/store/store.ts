import { accountLinkRecord, accountRecord } from '#accounts/records.ts'
import { balanceTransactionRecord, payoutRecord, payoutScheduleRecord } from '#balance/records.ts'
import {
  couponRecord,
  discountRecord,
  invoiceItemRecord,
  invoiceRecord,
  priceRecord,
  productRecord,
  subscriptionRecord,
  taxRateRecord,
} from '#billing/records.ts'
import { customerRecord } from '#customers/records.ts'
import { deliveryRecord, eventRecord, idempotencyRecord, settingRecord } from '#events/records.ts'
import {
  applicationFeeRecord,
  chargeRecord,
  confirmationTokenRecord,
  disputeRecord,
  paymentIntentRecord,
  paymentMethodDomainRecord,
  paymentMethodRecord,
  pendingDebitRecord,
  refundRecord,
  setupIntentRecord,
} from '#payments/records.ts'
import { calculationRecord, taxTransactionRecord } from '#tax/records.ts'
import { openJournal, readJournal } from './journal.ts'
import { createTable, type Change, type ChangeLog } from './table.ts'

function createTables(log: ChangeLog) {
  return {
    accounts: createTable('accounts', accountRecord, log),
    accountLinks: createTable('account_links', accountLinkRecord, log),
    customers: createTable('customers', customerRecord, log),
    paymentMethods: createTable('payment_methods', paymentMethodRecord, log),
    paymentMethodDomains: createTable('payment_method_domains', paymentMethodDomainRecord, log),
    confirmationTokens: createTable('confirmation_tokens', confirmationTokenRecord, log),
    paymentIntents: createTable('payment_intents', paymentIntentRecord, log),
    setupIntents: createTable('setup_intents', setupIntentRecord, log),
    charges: createTable('charges', chargeRecord, log),
    pendingDebits: createTable('pending_debits', pendingDebitRecord, log),
    refunds: createTable('refunds', refundRecord, log),
    applicationFees: createTable('application_fees', applicationFeeRecord, log),
    disputes: createTable('disputes', disputeRecord, log),
    balanceTransactions: createTable('balance_transactions', balanceTransactionRecord, log),
    payouts: createTable('payouts', payoutRecord, log),
    payoutSchedules: createTable('payout_schedules', payoutScheduleRecord, log),
    products: createTable('products', productRecord, log),
    prices: createTable('prices', priceRecord, log),
    taxRates: createTable('tax_rates', taxRateRecord, log),
    taxCalculations: createTable('tax_calculations', calculationRecord, log),
    taxTransactions: createTable('tax_transactions', taxTransactionRecord, log),
    coupons: createTable('coupons', couponRecord, log),
    discounts: createTable('discounts', discountRecord, log),
    subscriptions: createTable('subscriptions', subscriptionRecord, log),
    invoiceItems: createTable('invoice_items', invoiceItemRecord, log),
    invoices: createTable('invoices', invoiceRecord, log),
    events: createTable('events', eventRecord, log),
    deliveries: createTable('deliveries', deliveryRecord, log),
    idempotencyKeys: createTable('idempotency_keys', idempotencyRecord, log),
    settings: createTable('settings', settingRecord, log),
  }
}

export type Store = ReturnType<typeof createTables> & {
  /**
   * Runs `work` as one transaction: its changes are saved together when it returns, and undone when it
   * throws. A nested transaction can be undone separately.
   */
  transaction<T>(work: () => T): T
  /** Whether anything has happened in the sandbox yet, apart from settings. */
  hasHappened(): boolean
  /** Empties every table permanently. */
  reset(): void
  close(): void
}

/** @param file the file that stores the state, or undefined to store it only in memory */
export function openStore(file: string | undefined): Store {
  const changes: { change: Change; undo: () => void }[] = []
  const tables = createTables({ record: (change, undo) => changes.push({ change, undo }) })
  const byName = new Map(Object.values(tables).map((table) => [table.name, table]))
  if (file !== undefined) readJournal(file, ([name, id, record]) => byName.get(name)?.restore(id, record))
  const journal = file === undefined ? undefined : openJournal(file)
  const compact = () => journal?.compact(wholeState(tables))
  compact()

  let depth = 0
  const undoTo = (mark: number) => {
    while (changes.length > mark) changes.pop()?.undo()
  }
  return {
    ...tables,
    transaction(work) {
      const mark = changes.length
      depth += 1
      try {
        const result = work()
        if (depth === 1 && changes.length > 0) journal?.append(changes.map(({ change }) => change))
        if (depth === 1) changes.length = 0
        return result
      } catch (error) {
        undoTo(mark)
        throw error
      } finally {
        depth -= 1
      }
    },
    hasHappened: () => Object.values(tables).some((table) => table !== tables.settings && table.size() > 0),
    reset() {
      for (const table of byName.values()) table.clear()
      compact()
    },
    close: () => journal?.close(),
  }
}

function* wholeState(tables: ReturnType<typeof createTables>): Generator<Change> {
  for (const table of Object.values(tables)) {
    for (const record of table.all()) yield [table.name, record.id, record]
  }
}
