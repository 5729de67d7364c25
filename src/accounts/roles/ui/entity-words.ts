import { msg, type Message } from '#foundation/language/t.ts'
import type { Entity } from '#foundation/rights/entities.ts'

export const entityWords: Readonly<Record<Entity, Message>> = {
  forms: msg('Forms'),
  timers: msg('Timers'),
  bumps: msg('Bumps'),
  offers: msg('One-time offers'),
  taxes: msg('Taxes'),
  coupons: msg('Coupons'),
  sales: msg('Sales'),
  refunds: msg('Refunds'),
  withdrawals: msg('Withdrawals'),
  customers: msg('Customers'),
  payouts: msg('Payouts'),
  files: msg('Files'),
  developers: msg('Developers'),
  billing: msg('Billing'),
  team: msg('Team'),
  users: msg('Users (platform)'),
  roles: msg('Roles (platform)'),
  permissions: msg('Permissions (platform)'),
  audit: msg('Audit log (platform)'),
  sellers: msg('Sellers (platform)'),
}

export const verbWords = {
  Read: msg('Read'),
  Write: msg('Write'),
  Update: msg('Update'),
  Delete: msg('Delete'),
} as const
