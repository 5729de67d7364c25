/** The permissions, and the roles that a team starts with, which can be changed like any other role. */
export const firstRoles = `
  insert into permissions (id, entity, name, description, read, write, update, delete)
  select gen_random_uuid(), given.* from (values
    ('forms', 'Forms: read', 'See forms', true, false, false, false),
    ('forms', 'Forms: manage', 'See, create, change and delete forms', true, true, true, true),
    ('timers', 'Timers: read', 'See timers', true, false, false, false),
    ('timers', 'Timers: manage', 'See, create, change and delete timers', true, true, true, true),
    ('bumps', 'Bumps: read', 'See bumps', true, false, false, false),
    ('bumps', 'Bumps: manage', 'See, create, change and delete bumps', true, true, true, true),
    ('offers', 'One-time offers: read', 'See one-time offers', true, false, false, false),
    ('offers', 'One-time offers: manage', 'See, create, change and delete one-time offers', true, true, true, true),
    ('taxes', 'Taxes: read', 'See taxes', true, false, false, false),
    ('taxes', 'Taxes: manage', 'See, create, change and delete taxes', true, true, true, true),
    ('coupons', 'Coupons: read', 'See coupons', true, false, false, false),
    ('coupons', 'Coupons: manage', 'See, create, change and delete coupons', true, true, true, true),
    ('sales', 'Sales: read', 'See sales', true, false, false, false),
    ('sales', 'Sales: manage', 'See, create, change and delete sales', true, true, true, true),
    ('refunds', 'Refunds: read', 'See refunds', true, false, false, false),
    ('refunds', 'Refunds: manage', 'See, create, change and delete refunds', true, true, true, true),
    ('withdrawals', 'Withdrawals: read', 'See withdrawals', true, false, false, false),
    ('withdrawals', 'Withdrawals: manage', 'See withdrawals, and refund or refuse them', true, false, true, false),
    ('customers', 'Customers: read', 'See customers', true, false, false, false),
    ('customers', 'Customers: manage', 'See customers; tag, correct, merge and erase them', true, false, true, false),
    ('payouts', 'Payouts: read', 'See payouts and the balance', true, false, false, false),
    ('files', 'Files: read', 'See files', true, false, false, false),
    ('files', 'Files: manage', 'See, create, change and delete files', true, true, true, true),
    ('billing', 'Billing: read', 'See billing', true, false, false, false),
    ('billing', 'Billing: manage', 'See, create, change and delete billing', true, true, true, true),
    ('team', 'Team: read', 'See team', true, false, false, false),
    ('team', 'Team: manage', 'See, create, change and delete team', true, true, true, true),
    ('sellers', 'Sellers: read', 'See every seller, their plan and their onboarding', true, false, false, false),
    ('sellers', 'Sellers: suspend', 'Suspend sellers, and lift it again', true, false, true, false)
  ) given;

  insert into roles (id, name, description, for_teams)
  select gen_random_uuid(), given.*, true from (values
    ('Manager', 'Everything except billing and the team'),
    ('Editor', 'Builds forms, bumps, offers, taxes and timers'),
    ('Customer care', 'Looks after sales and refunds'),
    ('Viewer', 'Sees everything and changes nothing')
  ) given;

  insert into role_permissions (role_id, permission_id)
  select roles.id, permissions.id
  from (values
    ('Manager', 'manage', '{forms,timers,bumps,offers,taxes,coupons,sales,refunds,withdrawals,customers,files}'::text[]),
    ('Manager', 'read', '{billing,team,payouts}'),
    ('Editor', 'manage', '{forms,timers,bumps,offers,taxes,coupons,files}'),
    ('Customer care', 'manage', '{sales,refunds,withdrawals,customers}'),
    ('Customer care', 'read', '{forms}'),
    ('Viewer', 'read', '{forms,timers,bumps,offers,taxes,coupons,sales,refunds,withdrawals,customers,files,team}')
  ) given (role, kind, entities)
  join roles on roles.name = given.role
  join permissions on permissions.entity = any (given.entities) and permissions.name like '%: ' || given.kind;
`
