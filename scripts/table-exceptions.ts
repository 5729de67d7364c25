// The places that use another domain's tables, each with the reason. Keep the list short, because every entry makes
// the table harder for its owner to change.
import type { Table } from './table-owners.ts'

/** `path` is a file or a folder. */
export type Exception = {
  readonly path: string
  readonly reads: readonly Table[]
  readonly writes?: readonly Table[]
  readonly why: string
}

export const exceptions: readonly Exception[] = [
  {
    path: 'src/operations/demo/history/date-back.ts',
    reads: [
      'couponCodes',
      'coupons',
      'forms',
      'mails',
      'members',
      'purchaseTransitions',
      'redemptions',
      'sellers',
    ],
    why: 'What the database dates itself is moved to the time at which the demo shop lived it.',
  },
  {
    path: 'src/payments/coupons',
    reads: ['couponCodes', 'coupons'],
    writes: ['couponCodes', 'coupons'],
    why: 'The places of a coupon are counted and given back in the transactions that take and move its purchase.',
  },
  {
    path: 'src/payments/purchases/charge/attach-purchases.ts',
    reads: [],
    writes: ['customers'],
    why: 'Purchases from before there were customers become theirs, a batch in one statement.',
  },
  {
    path: 'src/payments/purchases/records/prune-attempts.ts',
    reads: [],
    writes: ['buyerDetails', 'redemptions', 'stockHolds', 'vatNumbers'],
    why: 'A forgotten attempt to pay takes its place of a coupon or of a stock, and its copy of invoice details and VAT number, along.',
  },
  {
    path: 'src/payments/purchases/settle/move-purchase.ts',
    reads: [],
    writes: ['customers'],
    why: 'The statement that makes a purchase paid makes its buyer a customer.',
  },
  {
    path: 'src/payments/stock/stock.ts',
    reads: [],
    writes: ['purchases'],
    why: 'What can no longer have its pieces is looked at in the transaction that takes them.',
  },
  {
    path: 'src/selling/catalog/catalog-table.ts',
    reads: ['bumps', 'offers', 'taxes'],
    why: 'Reads and writes whichever table its owner hands it.',
  },
]
