import { sql } from 'kysely'
import type { ConsentKind, EarlyStart, SellerPoliciesTable } from '#foundation/db/tables/consumer-law.ts'

export type GivenConsent = { readonly kind: ConsentKind; readonly text: string; readonly givenAt: number }

/** The facts that decide the right of withdrawal, besides the time of payment. Times are in milliseconds. */
export type Terms = {
  /**
   * The policy at the time of payment, or of the order if a bank was processing that payment. Each part is
   * null if the seller had set none.
   */
  readonly sells: SellerPoliciesTable['sells'] | null
  readonly withdrawalDays: number | null
  readonly onWithdrawal: SellerPoliciesTable['onWithdrawal'] | null
  readonly ownText: string | null
  /** The country that the buyer gave for the invoice after paying, if any. Buyers can change it. */
  readonly buyerCountry: string | null
  /** The country that the buyer gave before paying, or null if they were not asked. */
  readonly askedCountry: string | null
  /**
   * Whether the buyer is a business whose VAT number was confirmed before paying. Only consumers can withdraw. A number
   * confirmed later changes nothing, because the buyer learned of the right when paying.
   */
  readonly isBusiness: boolean
  /** Whether the purchase includes files, so that we know when the buyer begins to use it. */
  readonly hasFiles: boolean
  /**
   * Whether the form shows buyers a message or another page after paying, which may contain the content or link to it.
   */
  readonly hasMessage: boolean
  /**
   * The country in the seller's invoice details at the time of payment, or else that of their Stripe account
   * at the time.
   */
  readonly sellerCountry: string | null
  /**
   * The consents that the order asked for before paying, and those that the buyer gave. Both also cover
   * everything added later.
   */
  readonly consentAsked: EarlyStart | null
  readonly consents: readonly GivenConsent[]
  readonly begunAt: number | null
  /** Whether any file of the order was opened, even before this purchase was paid. */
  readonly isOrderBegun: boolean
  readonly deliveredOn: string | null
}

const orderId = sql`coalesce(purchases.order_id, purchases.id)`

/** The facts about a purchase for its right of withdrawal, as a column for any query on `purchases`. */
export const withdrawalTerms = sql<Terms>`(
  select json_build_object(
    'sells', policy.sells,
    'withdrawalDays', policy.withdrawal_days,
    'onWithdrawal', policy.on_withdrawal,
    'ownText', policy.own_text,
    'buyerCountry', (select country from buyer_details_view as buyer_details where purchase_id = ${orderId}),
    'askedCountry', (select asked_country from buyer_details_view as buyer_details where purchase_id = ${orderId}),
    'isBusiness', exists (
      select from vat_numbers_view given
      where given.purchase_id = ${orderId} and given.status = 'verified' and not given.returns_tax),
    'hasFiles', purchases.kind <> 'offer' and exists (
      select from forms_view as forms where forms.id = purchases.form_id and jsonb_array_length(forms.files) > 0) or exists (
      select from purchase_lines_view line
      left join bumps_view as bumps on bumps.id = line.bump_id
      left join offers_view as offers on offers.id = line.offer_id
      where line.purchase_id = purchases.id
        and jsonb_array_length(coalesce(bumps.files, offers.files)) > 0),
    'hasMessage', purchases.kind <> 'offer' and exists (
      select from forms_view as forms where forms.id = purchases.form_id
        and (coalesce(forms.success_message, '') <> '' or coalesce(forms.redirect_url, '') <> '')),
    'sellerCountry', coalesce(
      (select country from seller_details_view as seller_details where id = purchases.seller_details_id), purchases.account_country),
    'consentAsked', (select consent_asked from purchases_view begun where begun.id = ${orderId}),
    'consents', (
      select coalesce(json_agg(json_build_object(
        'kind', kind, 'text', text, 'givenAt', (extract(epoch from given_at) * 1000)::bigint) order by kind), '[]')
      from consents_view as consents where purchase_id = ${orderId}),
    'begunAt', (extract(epoch from purchases.begun_at) * 1000)::bigint,
    'isOrderBegun', purchases.begun_at is not null or purchases.kind in ('renewal', 'payoff') and exists (
      select from purchases_view began where began.id = purchases.order_id and began.begun_at is not null),
    'deliveredOn', purchases.delivered_on)
  from (select) one left join seller_policies policy on policy.id = coalesce(
    purchases.policy_id, (
      select policy_id from purchases_view began
      where began.id = purchases.order_id and purchases.kind in ('renewal', 'payoff'))))`
