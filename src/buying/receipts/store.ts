import { sql, type Kysely } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { withdrawalTerms } from '#buying/consumer-law/terms.ts'
import { countryOfSeller } from '#accounts/invoice-details/seller-details.ts'
import type { FileAttachment } from '#accounts/uploads/contract.ts'
import { type PlaceOf, prepare } from '#foundation/db/driver/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { RefundRequester } from '#foundation/db/tables/purchases.ts'
import { isWithdrawn } from '#payments/purchases/records/record-performance.ts'
import { soldTitle, soldTitleForSeller, mailAddress } from '#payments/purchases/records/purchase-columns.ts'

export type Receipt = NonNullable<Awaited<ReturnType<typeof findReceipt>>>

/**
 * Loads a purchase for its receipt and page in one SQL statement. Amounts are in minor units, times in
 * milliseconds.
 */
export async function findReceipt(db: Kysely<Database>, purchaseId: string) {
  const [receipt] = await selectReceipt(db, { purchaseId })
  return receipt
}

const selectReceipt = prepare((db, place: PlaceOf<{ readonly purchaseId: string }>) =>
  selectReceipts(db).where('purchases.id', '=', place('purchaseId')),
)

/** The purchases with these ids, in no particular order. */
export async function listReceipts(db: Kysely<Database>, ids: readonly string[]): Promise<Receipt[]> {
  return ids.length === 0 ? [] : selectReceipts(db).where('purchases.id', 'in', ids).execute()
}

/** The offers accepted after an order, each as a separate receipt. */
export async function listOfferReceipts(db: Kysely<Database>, orderId: string): Promise<Receipt[]> {
  return selectReceipts(db)
    .where('purchases.orderId', '=', orderId)
    .where('purchases.kind', '=', 'offer')
    .where('purchases.paidAt', 'is not', null)
    .orderBy('purchases.id')
    .execute()
}

/** How many of a buyer's newest receipts to read, from one `year` (in UTC) or from all years. */
export type Wanted = { readonly limit: number; readonly year?: number }

/** A shop's paid purchases with this email address (in lower case), newest first. */
export async function listReceiptsOf(
  db: Kysely<Database>,
  sellerId: string,
  email: string,
  { limit, year }: Wanted,
): Promise<Receipt[]> {
  return selectReceipts(db)
    .where('purchases.sellerId', '=', sellerId)
    .where(sql`lower(${mailAddress})`, '=', email)
    .where('purchases.paidAt', 'is not', null)
    .$if(year !== undefined, (query) =>
      query.where(sql`extract(year from purchases.paid_at at time zone 'utc')`, '=', year),
    )
    .orderBy('purchases.paidAt', 'desc')
    .orderBy('purchases.id', 'desc')
    .limit(limit)
    .execute()
}

/** The years of these purchases in UTC, latest first. */
export async function listYearsOf(db: Kysely<Database>, sellerId: string, email: string): Promise<number[]> {
  const rows = await db
    .selectFrom('purchasesView as purchases')
    .select(sql<number>`extract(year from paid_at at time zone 'utc')::integer`.as('year'))
    .distinct()
    .where('sellerId', '=', sellerId)
    .where(sql`lower(coalesce(mail_to, email))`, '=', email)
    .where('paidAt', 'is not', null)
    .where('status', 'in', ['paid', 'partially_refunded', 'refunded'])
    .orderBy('year', 'desc')
    .execute()
  return rows.map(({ year }) => year)
}

const partyColumns = [
  'name',
  'addressLine1',
  'addressLine2',
  'postalCode',
  'city',
  'country',
  'taxNumber',
] as const

/** Whether full payments followed a trial, but all of them were refunded, reversed or withdrawn from. */
const isTrialReturned = sql<boolean>`(
  exists (select from subscriptions_view as subscriptions where order_id = purchases.id and trial_days > 0)
  and (
    select not bool_or(
      later.status <> 'refunded'
      and not exists (select from disputes_view as disputes where disputes.purchase_id = later.id and disputes.status = 'lost')
      and not exists (
        select from withdrawn_purchases_view as withdrawn_purchases join withdrawals_view as withdrawals on withdrawals.id = withdrawal_id
        where withdrawn_purchases.purchase_id = later.id and refused_for is null))
    from purchases_view later
    where later.order_id = purchases.id and later.kind in ('renewal', 'payoff') and later.paid_at is not null
  ) is true)`

/** When the paid period of a paused subscription ends, in milliseconds, or null if it is not paused. */
const restsFrom = sql<number | null>`(
  select (extract(epoch from pause_from) * 1000)::bigint from subscriptions_view as subscriptions
  where order_id = coalesce(purchases.order_id, purchases.id)
    and pause_until > pause_from and status in ('active', 'paused'))`

/** The seller's message in the purchase's language, or null if it is not translated. */
const translatedMessage = sql<string | null>`nullif(
  case when purchases.language <> forms.content_language then forms.texts -> purchases.language ->> 'successMessage' end,
  '')`

function selectReceipts(db: Kysely<Database>) {
  return db
    .selectFrom('purchasesView as purchases')
    .innerJoin('formsView as forms', 'forms.id', 'purchases.formId')
    .innerJoin('sellersView as sellers', 'sellers.id', 'purchases.sellerId')
    .select([
      'purchases.id',
      'purchases.sellerId',
      'purchases.formId',
      'purchases.priceId',
      'purchases.kind',
      'purchases.orderId',
      'purchases.keyGeneration',
      sql<number>`coalesce(
        (select orders.key_generation from purchases_view orders where orders.id = purchases.order_id),
        purchases.key_generation
      )`.as('orderKeyGeneration'),
      'purchases.status',
      'purchases.email',
      'purchases.stripeAccountId',
      'purchases.name',
      'purchases.currency',
      'purchases.subtotal',
      'purchases.taxAmount',
      'purchases.taxCalculation',
      'purchases.total',
      'purchases.couponCode',
      'purchases.createdAt',
      'purchases.paidAt',
      'purchases.locale',
      'purchases.language',
      'purchases.cardBrand',
      'purchases.cardLast4',
      'purchases.paymentMethodType',
      soldTitle.as('formTitle'),
      'forms.image',
      'forms.files',
      soldTitleForSeller.as('ownFormTitle'),
      'forms.successMessage',
      translatedMessage.as('translatedMessage'),
      'forms.contentLanguage',
      'forms.languages',
      'forms.allowsPause',
      'forms.sellsToBusinesses',
      'forms.themeColor',
      'forms.buttonTextColor',
      'sellers.name as sellerName',
      'sellers.originalName',
      'sellers.logo',
      'sellers.wideLogo',
      'sellers.contactEmail',
      'sellers.website',
      'sellers.brandColor',
      'sellers.font',
      withdrawalTerms.as('terms'),
      countryOfSeller('purchases.sellerId').as('sellerCountry'),
    ])
    .select((purchase) => [
      jsonObjectFrom(
        purchase
          .selectFrom('sellerDetailsView as sellerDetails')
          .select(partyColumns)
          .select(['shopName', 'note'])
          .whereRef('sellerDetails.id', '=', 'purchases.sellerDetailsId'),
      ).as('sellerDetails'),
      // An offer uses the invoice details of its order.
      jsonObjectFrom(
        purchase
          .selectFrom('buyerDetailsView as buyerDetails')
          .select(partyColumns)
          .where('buyerDetails.purchaseId', '=', (details) =>
            details
              .case()
              .when('purchases.kind', '=', 'offer')
              .then(details.ref('purchases.orderId'))
              .else(details.ref('purchases.id'))
              .end(),
          ),
      ).as('buyerDetails'),
      purchase
        .exists(
          purchase
            .selectFrom('disputesView as disputes')
            .select('disputes.id')
            .whereRef('disputes.purchaseId', '=', 'purchases.id')
            .where('disputes.status', '=', 'lost'),
        )
        .$castTo<boolean>()
        .as('isTakenBack'),
      isWithdrawn.as('isWithdrawn'),
      purchase
        .exists(
          purchase
            .selectFrom('subscriptionsView as subscriptions')
            .select('subscriptions.id')
            .whereRef('subscriptions.orderId', '=', 'purchases.id'),
        )
        .$castTo<boolean>()
        .as('beginsPayments'),
      // `hasEnded`, as a condition.
      purchase
        .exists(
          purchase
            .selectFrom('subscriptionsView as subscriptions')
            .select('subscriptions.id')
            .whereRef('subscriptions.orderId', '=', 'purchases.id')
            .where('subscriptions.trialDays', '>', 0)
            .where('subscriptions.paidCycles', '=', 0)
            .where('subscriptions.status', 'in', ['canceled', 'incomplete_expired']),
        )
        .$castTo<boolean>()
        .as('isTrialOver'),
      isTrialReturned.as('isTrialReturned'),
      restsFrom.as('restsFrom'),
      jsonArrayFrom(
        purchase
          .selectFrom('purchaseLinesView as purchaseLines')
          .leftJoin('bumpsView as bumps', 'bumps.id', 'purchaseLines.bumpId')
          .leftJoin('offersView as offers', 'offers.id', 'purchaseLines.offerId')
          .select([
            'purchaseLines.title',
            'purchaseLines.sellerTitle',
            'purchaseLines.quantity',
            'purchaseLines.subtotal',
            'purchaseLines.taxAmount',
            'purchaseLines.total',
            'purchaseLines.discountAmount',
            'purchaseLines.taxTitle',
            'purchaseLines.taxTreatment',
            'purchaseLines.taxCountry',
            sql<string | null>`trim_scale(tax_percentage)::text`.as('taxPercentage'),
            'purchaseLines.taxInclusive',
            sql<FileAttachment[] | null>`coalesce(bumps.files, offers.files)`.as('files'),
          ])
          .whereRef('purchaseLines.purchaseId', '=', 'purchases.id')
          .orderBy('position'),
      ).as('lines'),
      jsonArrayFrom(
        purchase
          .selectFrom('invoicesView as papers')
          .leftJoin('invoicesView as original', 'original.id', 'papers.ofInvoiceId')
          .select(['papers.id', 'papers.kind', 'papers.reason', 'papers.isReplaced', 'papers.number'])
          .select(['papers.issuedOn', 'papers.billTo', 'papers.documentLines'])
          .select(['papers.subtotal', 'papers.taxAmount', 'papers.total'])
          .select('original.number as ofNumber')
          .whereRef('papers.purchaseId', '=', 'purchases.id')
          .orderBy('papers.issuedAt')
          .orderBy('papers.sequence'),
      ).as('papers'),
      jsonArrayFrom(
        purchase
          .selectFrom('refundsView as refunds')
          .select([
            'refunds.id',
            'refunds.status',
            'refunds.amount',
            'refunds.taxAmount',
            sql<number>`(extract(epoch from refunds.created_at) * 1000)::bigint`.as('createdAt'),
          ])
          .whereRef('refunds.purchaseId', '=', 'purchases.id')
          .where('refunds.status', '!=', 'failed')
          .orderBy('refunds.id'),
      ).as('refunds'),
    ])
}

export type LaterPayment = Awaited<ReturnType<typeof listLaterPayments>>[number]

/** The later payments of an order. Amounts are in minor units. */
export async function listLaterPayments(db: Kysely<Database>, orderId: string) {
  return db
    .selectFrom('purchasesView as purchases')
    .select(['id', 'keyGeneration', 'kind', 'total', 'currency', 'paidAt'])
    .select(['cardBrand', 'cardLast4', 'paymentMethodType'])
    .where('orderId', '=', orderId)
    .where('kind', 'in', ['renewal', 'payoff'])
    .where('paidAt', 'is not', null)
    .orderBy('paidAt')
    .orderBy('id')
    .execute()
}

/** A refund, with its amount in minor units. */
export async function findRefund(
  db: Kysely<Database>,
  purchaseId: string,
  refundId: string,
): Promise<{ amount: number; requestedBy: RefundRequester } | undefined> {
  return db
    .selectFrom('refundsView as refunds')
    .select(['amount', 'requestedBy'])
    .where('purchaseId', '=', purchaseId)
    .where('id', '=', refundId)
    .executeTakeFirst()
}
