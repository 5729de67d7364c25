import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { invoicePath } from '#buying/receipts/files/downloads.ts'
import { invoiceNumber } from '#payments/purchases/records/invoice-number.ts'
import type { SaleDetail } from './contract.ts'

type Reader = { readonly secret: string; readonly userId: string; readonly now: Date }

/** A sale's invoice and its other documents, with links for a member. */
export async function invoicesOfSale(
  db: Kysely<Database>,
  { id, paidAt, total }: Pick<SaleDetail, 'id' | 'total'> & { readonly paidAt: Date | null },
  { secret, userId, now }: Reader,
): Promise<Pick<SaleDetail, 'invoicePath' | 'invoiceNumber' | 'documents'>> {
  if (paidAt === null || total === 0) return { invoicePath: null, invoiceNumber: null, documents: [] }
  const [sold, papers] = await Promise.all([
    db
      .selectFrom('purchasesView as purchases')
      .select(invoiceNumber.as('number'))
      .where('id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('invoicesView')
      .select(['id', 'kind', 'number'])
      .where('purchaseId', '=', id)
      .where('number', 'is not', null)
      .orderBy('issuedAt')
      .orderBy('sequence')
      .execute(),
  ])
  return {
    invoicePath: invoicePath(secret, id, userId, now),
    invoiceNumber: sold?.number ?? null,
    documents: papers.flatMap((paper) => {
      const { number } = paper
      if (number === null || number === sold?.number) return []
      return [{ ...paper, number, path: invoicePath(secret, id, userId, now, paper.id) }]
    }),
  }
}
