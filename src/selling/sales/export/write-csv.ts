import type { Readable } from 'node:stream'
import { Temporal } from 'temporal-polyfill'
import { invoiceNumber } from '#payments/purchases/invoice-number.ts'
import type { ReadReplica } from '#foundation/db/replica.ts'
import { plainAmount } from '#foundation/money/amount.ts'
import { isTakenBack } from '#payments/disputes/dispute.ts'
import { paidWithText } from '#payments/purchases/paid-with.ts'
import { wasPaid } from '#payments/purchases/purchase.ts'
import { csvOf } from './csv.ts'
import { listBatch, type ExportedSale, type Position, type Wanted } from './store.ts'

/** How many purchases are in memory at a time. */
const batch = 500

/**
 * Purchases as CSV for bookkeeping, oldest first. Amounts are in major units with the currency's own decimals; `Date` is
 * the day by the zone's clock.
 */
export function writeCsv(readReplica: ReadReplica, wanted: Wanted, zone: string): Readable {
  return csvOf(fieldsIn(zone), readSales(readReplica, wanted))
}

async function* readSales(readReplica: ReadReplica, wanted: Wanted) {
  let after: Position | null = null
  for (;;) {
    const start = after
    const sales: ExportedSale[] = await readReplica((db) => listBatch(db, wanted, start, batch))
    yield* sales
    const last = sales.at(-1)
    if (last === undefined || sales.length < batch) return
    after = { at: last.key, id: last.id }
  }
}

/** The columns by their names, in order. */
const fieldsIn = (zone: string): Readonly<Record<string, (sale: ExportedSale) => string>> => ({
  Date: ({ at }) => dayOf(at, zone),
  'Time (UTC)': ({ at }) => at.toISOString(),
  Purchase: ({ id }) => id,
  Order: ({ orderId }) => orderId ?? '',
  Kind: ({ kind }) => kind,
  Status: ({ status }) => status,
  Form: ({ form }) => form,
  Buyer: ({ name }) => name,
  Email: ({ email }) => email,
  Lines: ({ lines }) => lines ?? '',
  Currency: ({ currency }) => currency.toUpperCase(),
  Net: ({ subtotal, currency }) => plainAmount(subtotal, currency),
  Tax: ({ taxAmount, currency }) => plainAmount(taxAmount, currency),
  Total: ({ total, currency }) => plainAmount(total, currency),
  Refunded: ({ refunded, currency }) => plainAmount(refunded, currency),
  Disputed: (sale) => plainAmount(disputedOf(sale), sale.currency),
  'Platform fee': ({ applicationFeeAmount, currency }) => plainAmount(applicationFeeAmount, currency),
  Invoice: ({ id, paidAt, status }) =>
    paidAt === null || !wasPaid(status) ? '' : invoiceNumber({ id, paidAt }),
  Payment: ({ paymentIntentId }) => paymentIntentId ?? '',
  'Paid with': (sale) => (sale.paidAt === null ? '' : (paidWithText(sale) ?? '')),
  Coupon: ({ couponCode }) => couponCode ?? '',
  Discount: ({ discountAmount, currency }) => plainAmount(discountAmount, currency),
  'Refunded tax': ({ refundedTax, currency }) => plainAmount(refundedTax, currency),
})

/** What the buyer's bank has taken back. */
function disputedOf({ disputes }: ExportedSale): number {
  return disputes.reduce((sum, { status, amount }) => (isTakenBack(status) ? sum + amount : sum), 0)
}

function dayOf(at: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()
}
