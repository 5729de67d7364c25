import { sql, type Insertable, type Kysely, type Transaction } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { countryOfSeller } from '#accounts/invoice-details/seller-details.ts'
import { livePlanOfSeller } from '#accounts/billing/gates/live-plan.ts'
import { isSuspended } from '#accounts/suspensions/is-suspended.ts'
import { isId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { OfferClosing } from '#foundation/db/tables/upsells.ts'
import { chargedTax, regionsOfForm } from '#payments/pricing/form-columns.ts'
import { omitDisabledByPlan } from '#payments/pricing/sold-form.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'

/** A shown offer with its latest attempt to pay. Amounts are in minor units of the order's currency. */
export type ShownOfferRow = Awaited<ReturnType<typeof listShown>>[number]

export type Sequence = NonNullable<Awaited<ReturnType<typeof loadSequence>>>

const shownColumns = [
  'shownOffers.id',
  'shownOffers.position',
  'shownOffers.offerId',
  'shownOffers.bumpId',
  'shownOffers.title',
  'shownOffers.sellerTitle',
  'shownOffers.translated',
  'shownOffers.description',
  'shownOffers.image',
  'shownOffers.acceptButtonText',
  'shownOffers.declineButtonText',
  'shownOffers.subtotal',
  'shownOffers.taxAmount',
  'shownOffers.total',
  'shownOffers.discountAmount',
  'shownOffers.taxTitle',
  'shownOffers.taxInclusive',
  'shownOffers.taxTreatment',
  'shownOffers.taxCountry',
  'shownOffers.purchaseId',
  'shownOffers.closedAs',
  'purchases.status',
  'purchases.paidAt',
  'purchases.begunAt',
] as const

export async function listShown(db: Kysely<Database>, orderId: string) {
  return db
    .selectFrom('shownOffers')
    .leftJoin('purchasesView as purchases', 'purchases.id', 'shownOffers.purchaseId')
    .select(shownColumns)
    .select((shown) => [
      sql<string | null>`trim_scale(tax_percentage)::text`.as('taxPercentage'),
      sql<boolean>`exists (
        select from purchase_lines_view line
        left join bumps_view as bumps on bumps.id = line.bump_id
        left join offers_view as offers on offers.id = line.offer_id
        where line.purchase_id = shown_offers.purchase_id
          and jsonb_array_length(coalesce(bumps.files, offers.files)) > 0)`.as('hasFiles'),
      shown
        .selectFrom('refundsView as refunds')
        .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('returned'))
        .whereRef('refunds.purchaseId', '=', 'shownOffers.purchaseId')
        .where('refunds.status', '!=', 'failed')
        .as('returned'),
      shown
        .selectFrom('refundsView as refunds')
        .select(sql<number>`count(*)`.as('undone'))
        .whereRef('refunds.purchaseId', '=', 'shownOffers.purchaseId')
        .where('refunds.status', '!=', 'failed')
        .where('refunds.requestedBy', '=', 'buyer')
        .as('undone'),
      shown
        .selectFrom('refundsView as refunds')
        .select(sql<number>`count(*)`.as('failed'))
        .whereRef('refunds.purchaseId', '=', 'shownOffers.purchaseId')
        .where('refunds.status', '=', 'failed')
        .as('failedRefunds'),
    ])
    .where('shownOffers.orderId', '=', orderId)
    .orderBy('shownOffers.position')
    .execute()
}

export async function findShown(
  db: Kysely<Database>,
  orderId: string,
  id: string,
): Promise<ShownOfferRow | undefined> {
  if (!isId(id)) return undefined
  return (await listShown(db, orderId)).find((shown) => shown.id === id)
}

/**
 * The current offers of an order's form that can be sold in its currency, with their tax, except those that
 * the seller's plan does not include. `isGoingBack` means that the order itself is being refunded.
 */
export async function loadSequence(db: Kysely<Database>, { id, formId, currency }: Purchase) {
  const sequence = await db
    .selectFrom('formsView as forms')
    .innerJoin('sellersView as sellers', 'sellers.id', 'forms.sellerId')
    .select(['sellers.stripeAccountId', 'sellers.onboardingStatus', 'forms.contentLanguage', 'forms.taxMode'])
    .select([
      countryOfSeller('forms.sellerId').as('sellerCountry'),
      livePlanOfSeller('forms.sellerId').as('sellerPlan'),
      isSuspended('forms.sellerId').as('isSuspended'),
      isGoingBack(id).as('isGoingBack'),
    ])
    .select((form) => [
      chargedTax(form),
      regionsOfForm(form),
      jsonObjectFrom(
        form
          .selectFrom('purchaseLinesView as purchaseLines')
          .select(['purchaseLines.taxTreatment', 'purchaseLines.taxCountry'])
          .select(['purchaseLines.taxTitle', 'purchaseLines.taxInclusive'])
          .select(sql<string | null>`trim_scale(tax_percentage)::text`.as('taxPercentage'))
          .where('purchaseLines.purchaseId', '=', id)
          .orderBy('purchaseLines.position')
          .limit(1),
      ).as('sold'),
      jsonObjectFrom(
        form
          .selectFrom('offersView as offers')
          .select(['offers.id', 'offers.title', 'offers.description', 'offers.image', 'offers.amount'])
          .select(['offers.acceptButtonText', 'offers.declineButtonText', 'offers.texts'])
          .whereRef('offers.id', '=', 'forms.oneTimeOfferId')
          .where('offers.deletedAt', 'is', null)
          .where('offers.isActive', '=', true)
          .where('offers.currency', '=', currency),
      ).as('offer'),
      jsonArrayFrom(
        form
          .selectFrom('formOfferSequenceView as formOfferSequence')
          .innerJoin('bumpsView as bumps', 'bumps.id', 'formOfferSequence.bumpId')
          .select(['bumps.id', 'bumps.title', 'bumps.description', 'bumps.image', 'bumps.amount'])
          .select('bumps.texts')
          .whereRef('formOfferSequence.formId', '=', 'forms.id')
          .where('bumps.deletedAt', 'is', null)
          .where('bumps.currency', '=', currency)
          .where((bump) =>
            bump.not(
              bump.exists(
                bump
                  .selectFrom('purchaseLinesView as purchaseLines')
                  .select('purchaseLines.bumpId')
                  .whereRef('purchaseLines.bumpId', '=', 'bumps.id')
                  .where('purchaseLines.purchaseId', '=', id),
              ),
            ),
          )
          .orderBy('formOfferSequence.position'),
      ).as('bumps'),
    ])
    .where('forms.id', '=', formId)
    .where('forms.deletedAt', 'is', null)
    .executeTakeFirst()
  return sequence && omitDisabledByPlan(sequence, sequence.sellerPlan)
}

/** Whether an order is or will be refunded in full, or its buyer has withdrawn from it. */
function isGoingBack(orderId: string) {
  return sql<boolean>`(
    exists (
      select from refunds_view as refunds join purchases_view as purchases on purchases.id = refunds.purchase_id
      where refunds.purchase_id = ${orderId} and refunds.status <> 'failed'
      group by purchases.total having sum(refunds.amount) >= purchases.total
    ) or exists (
      select from withdrawn_purchases_view withdrawn join withdrawals_view as withdrawals on withdrawals.id = withdrawn.withdrawal_id
      where withdrawn.purchase_id = ${orderId} and withdrawals.refused_for is null
    )
  )`
}

/**
 * The card that last paid in an order, for the order itself or for an offer after it, including cards in a wallet or in
 * Link. This excludes methods that need the buyer for each charge, or that take days.
 */
export async function findSavedCard(db: Kysely<Database>, orderId: string) {
  return db
    .selectFrom('purchasesView as purchases')
    .select(['paymentMethodId', 'stripeCustomerId'])
    .where((purchase) => purchase.or([purchase('id', '=', orderId), purchase('orderId', '=', orderId)]))
    .where('kind', 'in', ['order', 'offer'])
    .where('status', 'in', ['paid', 'partially_refunded', 'refunded'])
    .where('paymentMethodId', 'is not', null)
    .where((purchase) =>
      purchase.or([
        purchase('paymentMethodType', 'is', null),
        purchase('paymentMethodType', 'in', ['card', 'link']),
      ]),
    )
    .where('stripeCustomerId', 'is not', null)
    .orderBy('paidAt', 'desc')
    .orderBy('id', 'desc')
    .$narrowType<{ paymentMethodId: string; stripeCustomerId: string }>()
    .executeTakeFirst()
}

export async function insertShown(
  tx: Transaction<Database>,
  shown: Insertable<Database['shownOffers']>,
): Promise<void> {
  await tx.insertInto('shownOffers').values(shown).execute()
}

export async function setTry(tx: Transaction<Database>, id: string, purchaseId: string): Promise<void> {
  await tx.updateTable('shownOffers').set({ purchaseId }).where('id', '=', id).execute()
}

/** Closes an offer that was not accepted. The first decision counts. */
export async function closeShown(
  tx: Transaction<Database>,
  id: string,
  closedAs: OfferClosing,
  closedAt: Date,
): Promise<void> {
  await tx
    .updateTable('shownOffers')
    .set({ closedAs, closedAt })
    .where('id', '=', id)
    .where('closedAs', 'is', null)
    .execute()
}

/** Where an order was taxed by the provider, as the buyer entered it, and the VAT number if it was confirmed. */
export async function findTaxPlace(db: Kysely<Database>, orderId: string) {
  return db
    .selectFrom('buyerDetailsView as buyerDetails')
    .select(['buyerDetails.country', 'buyerDetails.postalCode'])
    .select((details) =>
      details
        .selectFrom('vatNumbersView as vatNumbers')
        .select(sql<string>`vat_numbers.country || vat_numbers.number`.as('vatNumber'))
        .whereRef('vatNumbers.purchaseId', '=', 'buyerDetails.purchaseId')
        .where('vatNumbers.status', '=', 'verified')
        .as('vatNumber'),
    )
    .where('buyerDetails.purchaseId', '=', orderId)
    .executeTakeFirst()
}

export async function loadTaxMode(db: Kysely<Database>, formId: string) {
  const form = await db.selectFrom('formsView').select('taxMode').where('id', '=', formId).executeTakeFirst()
  return form?.taxMode
}
