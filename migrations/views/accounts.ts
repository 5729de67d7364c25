/** The views of `src/accounts/` that other domains read instead of its tables. */
export const accountsViews = `
  create view users_view as
  select
    id, name, firstname, last_name, email, email_verified, image, role, created_at, updated_at, erased_at,
    trial_ends_at
  from users;

  create view sessions_view as
  select
    id, user_id, expires_at, generation, proved_at
  from sessions;

  create view second_factors_view as
  select
    user_id, confirmed_at
  from second_factors;

  create view passkeys_view as
  select
    user_id
  from passkeys;

  create view sellers_view as
  select
    id, name, original_name, logo, wide_logo, contact_email, website, terms_url, brand_color, font, time_zone,
    embed_hosts, stripe_account_id, stripe_customer_id, onboarding_status, account_country, payment_methods,
    details_id, policy_id, created_at, updated_at, closed_at
  from sellers;

  create view members_view as
  select
    user_id, seller_id, is_owner, role_id, created_at
  from members;

  create view seller_details_view as
  select
    id, shop_name, name, address_line1, address_line2, postal_code, city, country, tax_number, note, created_at
  from seller_details;

  create view buyer_details_view as
  select
    purchase_id, name, address_line1, address_line2, postal_code, city, country, tax_number, updated_at
  from buyer_details;

  create view plan_subscriptions_view as
  select
    seller_id, plan, status, amount, currency, trial_end, current_period_end, cancel_at_period_end, created_at
  from plan_subscriptions;

  create view permissions_view as
  select
    id, entity, read, write, update, delete
  from permissions;

  create view roles_view as
  select
    id, name, description, for_teams
  from roles;

  create view role_permissions_view as
  select
    role_id, permission_id
  from role_permissions;

  create view user_roles_view as
  select
    user_id, role_id
  from user_roles;

  create view invitations_view as
  select
    role_id, accepted_at
  from invitations;

  create view uploads_view as
  select
    id, seller_id, kind, name, type, size, created_at, deleted_at, version, replaced_at
  from uploads;`
