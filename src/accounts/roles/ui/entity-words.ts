import type { Entity } from '#foundation/rights/entities.ts'

/** Readable names of the entities. */
export const entityWords: Readonly<Record<Entity, string>> = {
  forms: 'Forms',
  timers: 'Timers',
  bumps: 'Bumps',
  offers: 'One-time offers',
  taxes: 'Taxes',
  coupons: 'Coupons',
  sales: 'Sales',
  refunds: 'Refunds',
  withdrawals: 'Withdrawals',
  customers: 'Customers',
  payouts: 'Payouts',
  files: 'Files',
  billing: 'Billing',
  team: 'Team',
  users: 'Users (platform)',
  roles: 'Roles (platform)',
  permissions: 'Permissions (platform)',
  audit: 'Audit log (platform)',
  sellers: 'Sellers (platform)',
}
