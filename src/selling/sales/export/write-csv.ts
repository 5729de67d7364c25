import { Temporal } from 'temporal-polyfill'
import { amount, code, day, email, number, text, time, type Cell } from '#foundation/csv/cells.ts'
import type { Columns } from '#foundation/csv/write-csv.ts'
import type { ReadReplica } from '#foundation/db/server/replica.ts'
import { isTakenBack } from '#payments/disputes/dispute.ts'
import { paidWithText } from '#payments/purchases/charge/paid-with.ts'
import { answerText } from '#selling/forms/fields/answer-text.ts'
import { type AskedColumn, listBatch, type ExportedSale, type Position, type Wanted } from './store.ts'

/** How many purchases are in memory at a time. */
const batch = 500

/** Reads purchases in batches, oldest first. */
export async function* readSales(readReplica: ReadReplica, wanted: Wanted) {
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

/**
 * The columns for bookkeeping. Amounts are in major units with the currency's own decimals. `Date` is the day in the
 * time zone.
 */
export const columnsIn = (zone: string, asked: readonly AskedColumn[] = []): Columns<ExportedSale> => ({
  ...booksIn(zone),
  ...askedColumns(asked, Object.keys(booksIn(zone))),
})

const booksIn = (zone: string): Columns<ExportedSale> => ({
  Date: ({ at }) => day(dayOf(at, zone)),
  'Time (UTC)': ({ at }) => time(at),
  Purchase: ({ id }) => text(id),
  Order: ({ orderId }) => text(orderId),
  Kind: ({ kind }) => text(kind),
  Status: ({ status }) => text(status),
  Form: ({ form }) => text(form),
  Buyer: ({ name }) => text(name),
  Email: (sale) => email(sale.email),
  Lines: ({ lines }) => text(lines),
  Currency: ({ currency }) => text(currency.toUpperCase()),
  Net: ({ subtotal, currency }) => amount(subtotal, currency),
  Tax: ({ taxAmount, currency }) => amount(taxAmount, currency),
  Total: ({ total, currency }) => amount(total, currency),
  Refunded: ({ refunded, currency }) => amount(refunded, currency),
  Disputed: (sale) => amount(disputedOf(sale), sale.currency),
  'Platform fee': ({ applicationFeeAmount, currency }) => amount(applicationFeeAmount, currency),
  Invoice: ({ invoiceNumber }) => text(invoiceNumber),
  Payment: ({ paymentIntentId }) => text(paymentIntentId),
  'Paid with': (sale) => text(sale.paidAt === null ? '' : paidWithText(sale)),
  Coupon: ({ couponCode }) => code(couponCode),
  Discount: ({ discountAmount, currency }) => amount(discountAmount, currency),
  'Refunded tax': ({ refundedTax, currency }) => amount(refundedTax, currency),
  Language: ({ language }) => text(language),
  Source: ({ source }) => text(source?.['source'] ?? source?.['ref']),
  Medium: ({ source }) => text(source?.['medium']),
  Campaign: ({ source }) => text(source?.['campaign']),
  Content: ({ source }) => text(source?.['content']),
  Term: ({ source }) => text(source?.['term']),
  Referrer: ({ source }) => text(source?.['referrer']),
})

/** A column per question, named by its newest label. Two questions with the same label get different names. */
function askedColumns(asked: readonly AskedColumn[], taken: readonly string[]): Columns<ExportedSale> {
  const names = [...taken, ...asked.map(({ label }) => label)]
  return Object.fromEntries(
    asked.map(({ slug, label }) => {
      const isTwice = names.filter((name) => name === label).length > 1
      const cell = ({ answers }: ExportedSale) => {
        const given = answers.find((one) => one.slug === slug)
        return given === undefined ? text('') : answerCell(given)
      }
      return [isTwice ? `${label} (${slug})` : label, cell]
    }),
  )
}

function answerCell({ kind, answer }: ExportedSale['answers'][number]): Cell {
  if (typeof answer === 'number') return number(answer)
  return kind === 'date' ? day(answerText(answer)) : text(answerText(answer))
}

/** The amount reversed by disputes. */
function disputedOf({ disputes }: ExportedSale): number {
  return disputes.reduce((sum, one) => (isTakenBack(one.status) ? sum + one.amount : sum), 0)
}

function dayOf(at: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()
}
