import { sql } from 'kysely'

/**
 * The title of the sold form and price at the time: an expression on `purchases` and `forms`. A later payment has its
 * order's title, a renewal that of its price. The quantity and, in parentheses, the trial's length are cut off a line's
 * title. Forms older than lines have their own title.
 */
export const soldTitle = sql<string>`coalesce((
  select case when begun.trial_days > 0 then regexp_replace(
    case when begun.quantity > 1 then regexp_replace(sold.title, '^' || begun.quantity || ' × ', '') else sold.title end,
    '[[:space:]]*[(（][^()（）]*[)）]$', '') else sold.title end
  from purchase_lines sold left join subscriptions_view begun on begun.order_id = sold.purchase_id
  where sold.position = 0 and sold.purchase_id =
    case when purchases.kind in ('offer', 'payoff') then purchases.order_id else purchases.id end
), forms.title)`

/** The title of a purchase's offer at the time; null for other kinds. */
export const offerTitle = sql<string | null>`(
  select taken.title from purchase_lines taken
  where purchases.kind = 'offer' and taken.purchase_id = purchases.id and taken.position = 0)`

/** An offer's own title, not its order's. */
export const boughtTitle = sql<string>`coalesce(${offerTitle}, ${soldTitle})`

/** The email address for a purchase's mails: `mailAddressOf` as an expression on `purchases`. */
export const mailAddress = sql<string>`coalesce(purchases.mail_to, purchases.email)`

/** The same for a purchase the statement has just moved, as `moved`. */
export const movedMailAddress = sql<string>`coalesce(moved.mail_to, moved.email)`
