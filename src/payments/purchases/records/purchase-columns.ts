import { sql } from 'kysely'

/**
 * What was sold, as its form and price were called then: an expression on `purchases` and `forms`. What followed on an order
 * (an offer, the rest of a plan) has the order's title, a renewal that of the price it renewed at. The line of a trial says
 * how long it is, and of how many, which is no part of what was sold. Forms from before there were lines have their own title.
 */
export const soldTitle = sql<string>`coalesce((
  select case when begun.trial_days > 0 then replace(
    case when begun.quantity > 1 then regexp_replace(sold.title, '^' || begun.quantity || ' × ', '') else sold.title end,
    ' (' || begun.trial_days || '-day trial)', '') else sold.title end
  from purchase_lines sold left join subscriptions_view begun on begun.order_id = sold.purchase_id
  where sold.position = 0 and sold.purchase_id =
    case when purchases.kind in ('offer', 'payoff') then purchases.order_id else purchases.id end
), forms.title)`

/** The offer that a purchase is of, as it was called then; null for what is none. */
export const offerTitle = sql<string | null>`(
  select taken.title from purchase_lines taken
  where purchases.kind = 'offer' and taken.purchase_id = purchases.id and taken.position = 0)`

/** What was bought with it: an offer by its own title, and not by that of its order. */
export const boughtTitle = sql<string>`coalesce(${offerTitle}, ${soldTitle})`

/** Where the mails of a purchase go, as an expression on `purchases`; of a row: `mailAddressOf`. */
export const mailAddress = sql<string>`coalesce(purchases.mail_to, purchases.email)`

/** The same of a purchase that its statement has just moved, under the name `moved`. */
export const movedMailAddress = sql<string>`coalesce(moved.mail_to, moved.email)`
