import { sql, type Kysely } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { livePlanOfSeller, planChangeOfSeller } from '#accounts/billing/gates/live-plan.ts'
import { countryOfSeller, taxNumberOfSeller } from '#accounts/invoice-details/seller-details.ts'
import { isSuspended } from '#accounts/suspensions/is-suspended.ts'
import { type PlaceOf, prepare } from '#foundation/db/driver/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { AdPlatform } from '#foundation/db/tables/webhook-endpoints.ts'
import type { TaxMode } from '#foundation/db/tables/taxes.ts'
import type { AsksFor } from '#foundation/db/tables/form-content.ts'
import type { Translated } from '#foundation/language/translations.ts'
import { pricesOfForm, timersOfForm, chargedTax, regionsOfForm } from '#payments/pricing/form-columns.ts'
import { stockOfForm } from '#payments/stock/stock.ts'
import { omitDisabledByPlan } from '#payments/pricing/sold-form.ts'
import { askedBy } from './fields/asked-details.ts'
import { shownFields } from './page/page-data.ts'

type Parts = {
  readonly prices: readonly object[]
  readonly bumps: readonly object[]
  readonly timers: readonly object[]
}
type Told<Form extends Parts> = Omit<Form, keyof Parts> &
  Translated & {
    readonly [Name in keyof Parts]: readonly (Form[Name][number] & Translated)[]
  }

/** A form as stored, or translated into a language. */
export type StoredForm = Told<NonNullable<Awaited<ReturnType<typeof loadForm>>>>
export type StoredPage = Told<NonNullable<Awaited<ReturnType<typeof loadPage>>>>

/** Loads a form with everything its price needs in one SQL statement, even if it was deleted. */
export async function loadForm(db: Kysely<Database>, id: string) {
  const [form] = await selectForm(db, { id })
  return form && asSold(form)
}

/** Loads the same form together with the parts that only its payment page shows. */
export async function loadPage(db: Kysely<Database>, id: string) {
  const [form] = await selectPage(db, { id })
  return form && asSold(form)
}

type Sold = {
  readonly asksFor: AsksFor
  readonly taxMode: TaxMode
  readonly tax: unknown
  readonly taxRegions: readonly unknown[]
  readonly timers: readonly unknown[]
  readonly sellerPlan: string | null
  readonly priceChangedAt: Date | null
  readonly planChangedAt: Date | null
  readonly hasOwnFiles: boolean
  readonly partsHaveFiles: boolean
}

/**
 * Leaves out parts of a form that the seller's plan does not include. A plan change that changed the price
 * counts as a price change.
 */
function asSold<Form extends Sold>(form: Form) {
  const { planChangedAt, ...sold } = omitDisabledByPlan(form, form.sellerPlan)
  const isRepriced = form.tax !== null || form.taxRegions.length > 0 || form.timers.length > 0
  return {
    ...sold,
    asksFor: askedBy(sold),
    hasFiles: sold.hasOwnFiles || sold.partsHaveFiles,
    priceChangedAt: isRepriced ? latest(form.priceChangedAt, planChangedAt) : form.priceChangedAt,
  }
}

function latest(one: Date | null, other: Date | null): Date | null {
  return one !== null && (other === null || one > other) ? one : other
}

const selectForm = prepare(formWith)

const selectPage = prepare((db, place: PlaceOf<{ readonly id: string }>) =>
  formWith(db, place).select((form) => [
    'forms.blocks',
    // Whether the page asks "Have a code?" because a code can apply. A purchase does not need to know this.
    sql<boolean>`exists (
      select from coupons_view as coupons
      where coupons.seller_id = forms.seller_id and deleted_at is null and is_active and is_asked_for
        and (form_ids is null or forms.id = any(form_ids)) and (ends_at is null or ends_at > now())
        and (kind = 'percent' or amounts ? forms.currency)
        and (scope <> 'bumps' or exists (select from form_bumps_view where form_id = forms.id and is_on))
        and (max_redemptions is null or taken < max_redemptions))`.as('hasCodes'),
    jsonObjectFrom(
      form
        .selectFrom('formRecoveryView as formRecovery')
        .select(['page', 'fallbackPriceId', 'offersWithoutExtras'])
        .whereRef('formRecovery.formId', '=', 'forms.id'),
    ).as('recovery'),
    // Needed only if a timer will lower the price.
    jsonArrayFrom(
      form
        .selectFrom('priceHistoryView as priceHistory')
        .select([
          'priceHistory.amount',
          'priceHistory.currency',
          sql<number>`(extract(epoch from from_at) * 1000)::bigint`.as('fromAt'),
        ])
        .whereRef('priceHistory.formId', '=', 'forms.id')
        .where(sql<boolean>`exists (select from timers_view as timers where form_id = forms.id)`)
        .orderBy('priceHistory.fromAt', 'desc')
        .limit(200),
    ).as('priceHistory'),
    jsonArrayFrom(
      form
        .selectFrom('furtherPriceHistoryView as furtherPriceHistory')
        .select([
          'furtherPriceHistory.priceId',
          'furtherPriceHistory.amount',
          'furtherPriceHistory.currency',
          sql<number>`(extract(epoch from from_at) * 1000)::bigint`.as('fromAt'),
        ])
        .whereRef('furtherPriceHistory.formId', '=', 'forms.id')
        .where(
          sql<boolean>`price_id in (select price_id from timers_view as timers where form_id = forms.id)`,
        )
        .orderBy('furtherPriceHistory.fromAt', 'desc')
        .limit(1000),
    ).as('furtherPriceHistory'),
  ]),
)

function formWith(db: Kysely<Database>, place: PlaceOf<{ readonly id: string }>) {
  return db
    .selectFrom('formsView as forms')
    .innerJoin('sellersView as sellers', 'sellers.id', 'forms.sellerId')
    .leftJoin('sellerPoliciesView as sellerPolicies', 'sellerPolicies.id', 'sellers.policyId')
    .select([
      'forms.id',
      'forms.sellerId',
      ...shownFields.map((name) => `forms.${name}` as const),
      'forms.descriptionFormat',
      'forms.video',
      'forms.redirectUrl',
      'forms.successMessage',
      'forms.amount',
      'forms.currency',
      'forms.priceType',
      'forms.billingInterval',
      'forms.billingPeriod',
      'forms.cancelAfter',
      'forms.trialDays',
      'forms.trialAmount',
      'forms.setupAmount',
      'forms.setupLabel',
      'forms.payoffDiscount',
      'forms.isOpen',
      'forms.suggestedAmount',
      'forms.presetAmounts',
      'forms.priceId',
      'forms.priceLabel',
      'forms.quantityLabel',
      'forms.quantityMin',
      'forms.quantityMax',
      'forms.allowsPriceChange',
      'forms.priceGracePeriod',
      'forms.priceChangedAt',
      'forms.deletedAt',
      'forms.isPaused',
      'forms.pauseMessage',
      'forms.languages',
      'forms.contentLanguage',
      'forms.version',
      'forms.texts',
      'forms.fields',
      'forms.asksFor',
      'forms.sellsToBusinesses',
      'forms.taxMode',
      'forms.priceTexts',
      'sellers.name as sellerName',
      'sellers.logo',
      'sellers.wideLogo',
      'sellers.contactEmail',
      'sellers.website',
      'sellers.termsUrl as shopTermsUrl',
      'sellers.brandColor',
      'sellers.font',
      'sellers.embedHosts',
      'sellers.announcesPurchases',
      'sellers.namesOrderAfterPaying',
      'sellers.stripeAccountId',
      'sellers.onboardingStatus',
      'sellerPolicies.sells',
      'sellerPolicies.withdrawalDays',
      'sellerPolicies.earlyStart',
      countryOfSeller('forms.sellerId').as('sellerCountry'),
      taxNumberOfSeller('forms.sellerId').as('sellerTaxNumber'),
      isSuspended('forms.sellerId').as('isSuspended'),
      livePlanOfSeller('forms.sellerId').as('sellerPlan'),
      planChangeOfSeller('forms.sellerId').as('planChangedAt'),
      sql<AdPlatform[]>`array(
        select distinct kind from webhook_endpoints_view where seller_id = forms.seller_id
          and kind in ('meta', 'tiktok') and state <> 'off' order by kind)`.as('adPlatforms'),
    ])
    .select((form) => [
      sql<boolean>`one_time_offer_id is not null or exists (
        select from form_offer_sequence_view as form_offer_sequence where form_id = forms.id)`.as(
        'hasOffers',
      ),
      sql<boolean>`jsonb_array_length(forms.files) > 0`.as('hasOwnFiles'),
      sql<boolean>`exists (
          select from form_bumps_view as form_bumps join bumps_view as bumps on bumps.id = bump_id
          where form_id = forms.id and is_on and jsonb_array_length(bumps.files) > 0)
        or exists (
          select from form_offer_sequence_view as form_offer_sequence join bumps_view as bumps on bumps.id = bump_id
          where form_id = forms.id and jsonb_array_length(bumps.files) > 0)
        or exists (select from offers_view as offers where id = one_time_offer_id and jsonb_array_length(offers.files) > 0)`.as(
        'partsHaveFiles',
      ),
      chargedTax(form),
      regionsOfForm(form),
      jsonArrayFrom(
        form
          .selectFrom('formBumpsView as formBumps')
          .innerJoin('bumpsView as bumps', 'bumps.id', 'formBumps.bumpId')
          .select([
            'bumps.id',
            'bumps.title',
            'bumps.description',
            'bumps.image',
            'bumps.amount',
            'bumps.texts',
            'formBumps.priceIds',
            'formBumps.quantityMin',
          ])
          .whereRef('formBumps.formId', '=', 'forms.id')
          .where('formBumps.isOn', '=', true)
          .whereRef('bumps.currency', '=', 'forms.currency')
          .where('bumps.deletedAt', 'is', null)
          .orderBy('formBumps.position'),
      ).as('bumps'),
      pricesOfForm(form),
      stockOfForm(form),
      timersOfForm(form),
    ])
    .where('forms.id', '=', place('id'))
}
