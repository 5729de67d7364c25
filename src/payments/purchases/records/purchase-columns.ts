import { type RawBuilder, sql } from 'kysely'

/**
 * The title of the sold form and price at the time, from a title of its line, as an SQL expression on `purchases` and
 * `forms`. A later payment has its order's title, and a renewal its price's title. The quantity and the trial's length
 * (in parentheses) are removed from a line's title. A purchase from before there were lines has its form's title.
 */
function titleOfSold(title: RawBuilder<unknown>) {
  return sql<string>`coalesce((
    select case when begun.trial_days > 0 then regexp_replace(
      case when begun.quantity > 1 then regexp_replace(${title}, '^' || begun.quantity || ' × ', '') else ${title} end,
      '[[:space:]]*[(（][^()（）]*[)）]$', '') else ${title} end
    from purchase_lines sold left join subscriptions_view begun on begun.order_id = sold.purchase_id
    where sold.position = 0 and sold.purchase_id =
      case when purchases.kind in ('offer', 'payoff') then purchases.order_id else purchases.id end
  ), forms.title)`
}

/** The title in the buyer's language, if the seller has translated it. */
export const soldTitle = titleOfSold(sql`sold.title`)

/** The title before translation. */
export const soldTitleForSeller = titleOfSold(sql`coalesce(sold.seller_title, sold.title)`)

/** The same for a line of a sale. */
export const titleForSeller = sql<string>`coalesce(purchase_lines.seller_title, purchase_lines.title)`.as(
  'title',
)

/** The title of a purchase's offer at the time, before translation. Null for other kinds of purchases. */
export const offerTitle = sql<string | null>`(
  select coalesce(taken.seller_title, taken.title) from purchase_lines taken
  where purchases.kind = 'offer' and taken.purchase_id = purchases.id and taken.position = 0)`

/** An offer's own title instead of its order's, before translation. */
export const boughtTitle = sql<string>`coalesce(${offerTitle}, ${soldTitleForSeller})`

/** The email address for a purchase's emails: `mailAddressOf` as an SQL expression on `purchases`. */
export const mailAddress = sql<string>`coalesce(purchases.mail_to, purchases.email)`

/** The email address for a purchase that the SQL statement has just changed, as `moved`. */
export const movedMailAddress = sql<string>`coalesce(moved.mail_to, moved.email)`
