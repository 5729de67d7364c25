import type { TestApp, TestSeller } from '#test-app.ts'
import { issueDueInvoices, settledAfter } from './issue-invoices.ts'

export async function sellerIdOf({ services }: TestApp, { userId }: TestSeller): Promise<string> {
  const { sellerId } = await services.db
    .selectFrom('members')
    .select('sellerId')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return sellerId
}

/** Turns a shop into one from before invoice series, whose invoice numbers consist of day and purchase. */
export async function numberByDays(app: TestApp, seller: TestSeller): Promise<void> {
  const sellerId = await sellerIdOf(app, seller)
  await app.services.db
    .insertInto('invoiceNumbering')
    .values({ sellerId, pattern: null, creditPattern: null, since: new Date(0) })
    .execute()
}

/** Numbers everything that is due once enough time has passed. */
export async function issueAll(app: TestApp): Promise<void> {
  app.clock.advance(settledAfter)
  while ((await issueDueInvoices(app.services)) > 0);
}

/** A shop's documents in the order of their numbers. */
export async function documentsOf(app: TestApp, seller: TestSeller) {
  return app.services.db
    .selectFrom('invoices')
    .leftJoin('invoices as original', 'original.id', 'invoices.ofInvoiceId')
    .select(['invoices.id', 'invoices.number', 'invoices.kind', 'invoices.reason', 'invoices.purchaseId'])
    .select(['invoices.total', 'invoices.taxAmount', 'invoices.billTo', 'invoices.documentLines'])
    .select(['invoices.issuedAt', 'invoices.issuedOn', 'original.number as ofNumber'])
    .where('invoices.sellerId', '=', await sellerIdOf(app, seller))
    .where('invoices.number', 'is not', null)
    .orderBy('invoices.issuedAt')
    .orderBy('invoices.sequence')
    .execute()
}
