import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { invoicePath } from '#buying/receipts/files/downloads.ts'
import { isEInvoice } from '#buying/receipts/e-invoice/e-invoice.ts'
import { documentsOfPurchases } from '#buying/receipts/invoice/issued-documents.ts'
import { invoiceNumber } from '#payments/purchases/records/invoice-number.ts'
import { isMalformed } from '#payments/tax-numbers/check-number.ts'
import type { SaleDetail } from './contract.ts'

type Reader = { readonly secret: string; readonly userId: string; readonly now: Date }

type Documents = Pick<SaleDetail, 'invoicePath' | 'invoiceXmlPath' | 'invoiceNumber' | 'documents'>

/** A sale's invoice and its other documents, with links for a member. */
export async function invoicesOfSale(
  db: Kysely<Database>,
  { id, paidAt, total }: Pick<SaleDetail, 'id' | 'total'> & { readonly paidAt: Date | null },
  { secret, userId, now }: Reader,
): Promise<Documents> {
  if (paidAt === null || total === 0)
    return { invoicePath: null, invoiceXmlPath: null, invoiceNumber: null, documents: [] }
  const [sold, papers] = await Promise.all([
    db
      .selectFrom('purchasesView as purchases')
      .select(invoiceNumber.as('number'))
      .where('id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('invoicesView')
      .select(['id', 'purchaseId', 'kind', 'number', 'isReplaced'])
      .where('purchaseId', '=', id)
      .where('number', 'is not', null)
      .orderBy('issuedAt')
      .orderBy('sequence')
      .execute(),
  ])
  const written = await documentsOfPurchases(db, papers)
  const isData = new Set(written.filter(isEInvoice).map(({ paper }) => paper?.id))
  const own = papers.find(({ number }) => number === sold?.number)
  const xmlPathOf = (paper: { readonly id: string } | undefined) =>
    paper !== undefined && isData.has(paper.id) ? invoicePath(secret, id, userId, now, paper.id, 'xml') : null
  return {
    invoicePath: invoicePath(secret, id, userId, now),
    invoiceXmlPath: xmlPathOf(own),
    invoiceNumber: sold?.number ?? null,
    documents: papers.flatMap(({ number, kind, isReplaced, ...paper }) => {
      if (number === null || number === sold?.number) return []
      const path = invoicePath(secret, id, userId, now, paper.id)
      return [{ id: paper.id, kind, number, isReplaced, path, xmlPath: xmlPathOf(paper) }]
    }),
  }
}

/** The VAT number given with an order, which also applies to its offers and renewals. */
export async function vatNumberOf(
  db: Kysely<Database>,
  { id, orderId }: Pick<SaleDetail, 'id' | 'orderId'>,
): Promise<SaleDetail['vatNumber']> {
  const row = await db
    .selectFrom('purchasesView as sold')
    .leftJoin('vatNumbersView as asked', 'asked.purchaseId', 'sold.id')
    .leftJoin('buyerDetailsView as given', 'given.purchaseId', 'sold.id')
    .leftJoin('sellerDetailsView as own', 'own.id', 'sold.sellerDetailsId')
    .select(['asked.country', 'asked.number', 'asked.status', 'asked.name', 'given.name as givenName'])
    .select(['asked.requestId', 'asked.checkedAt', 'asked.returnsTax as isLate'])
    .select(['given.taxNumber', 'own.taxNumber as sellerTaxNumber'])
    .select(sql<string | null>`coalesce(own.country, sold.account_country)`.as('sellerCountry'))
    .select((sale) =>
      sale
        .selectFrom('purchaseLinesView as line')
        .select('line.taxCountry')
        .whereRef('line.purchaseId', '=', 'sold.id')
        .where('line.position', '=', 0)
        .as('taxCountry'),
    )
    .where('sold.id', '=', orderId ?? id)
    .executeTakeFirst()
  if (row === undefined) return null
  const { country, number, status, name, givenName, requestId, checkedAt, isLate, ...typed } = row
  if (number !== null && status !== null)
    return {
      number: `${country}${number}`,
      status,
      name,
      givenName,
      requestId,
      checkedAt: checkedAt?.toISOString() ?? null,
      isLate: isLate === true,
    }
  // A number that cannot be one is not looked up, so there is no record of it besides the buyer's details.
  const { taxNumber } = typed
  if (taxNumber === null || !isMalformed({ ...typed, country: typed.taxCountry })) return null
  const nothing = { name: null, requestId: null, checkedAt: null, isLate: false }
  return { ...nothing, number: taxNumber, status: 'malformed', givenName }
}

/** The evidence of the buyer's country for a tax that depends on it. */
export async function placeOf(db: Kysely<Database>, id: string): Promise<SaleDetail['place']> {
  const row = await db
    .selectFrom('purchasesView as sold')
    .innerJoin('purchaseLinesView as line', 'line.purchaseId', 'sold.id')
    .select(['line.taxCountry as country', 'sold.cardCountry'])
    .where('sold.id', '=', id)
    .where('line.position', '=', 0)
    .executeTakeFirst()
  const { country = null, cardCountry = null } = row ?? {}
  return country === null ? null : { country, cardCountry }
}
