/** The views of `src/buying/` that other domains read instead of its tables. */
export const buyingViews = `
  create view seller_policies_view as
  select
    id, sells, withdrawal_days, early_start
  from seller_policies;

  create view form_views_view as
  select
    seller_id, form_id, day, views
  from form_views;

  create view shown_offers_view as
  select
    id, seller_id, order_id, offer_id, bump_id, title, total, purchase_id, shown_at, closed_as, closed_at
  from shown_offers;

  create view withdrawals_view as
  select
    id, kind, purchase_id, statement, received_at, confirmed_at, refused_for, decided_at, next_check_at
  from withdrawals;

  create view withdrawn_purchases_view as
  select
    purchase_id, withdrawal_id
  from withdrawn_purchases;

  create view stated_purchases_view as
  select
    withdrawal_id, purchase_id
  from stated_purchases;`
