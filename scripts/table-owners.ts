// Lists which domain owns each table and publishes its view. Exceptions are in table-exceptions.ts.
import type { Tables } from '#foundation/db/schema.ts'

export type Table = keyof Tables

export const owners = {
  users: 'accounts/people',
  sessions: 'accounts/identity',
  identities: 'accounts/identity',
  verifications: 'accounts/identity',
  secondFactors: 'accounts/identity',
  recoveryCodes: 'accounts/identity',
  passkeys: 'accounts/identity',
  accountLinks: 'accounts/identity',
  sellers: 'accounts/people',
  members: 'accounts/people',
  sellerDetails: 'accounts/invoice-details',
  buyerDetails: 'accounts/invoice-details',
  planSubscriptions: 'accounts/billing',
  planHistory: 'accounts/billing',
  sellerSuspensions: 'accounts/suspensions',
  permissions: 'accounts/roles',
  roles: 'accounts/roles',
  rolePermissions: 'accounts/roles',
  userRoles: 'accounts/roles',
  invitations: 'accounts/invitations',
  handovers: 'accounts/team',
  auditLog: 'accounts/audit',
  apiKeys: 'accounts/api-keys',
  apiRequests: 'accounts/api-keys',
  contentSecurityReports: 'accounts/content-security',
  uploads: 'accounts/uploads',
  begunUploads: 'accounts/uploads',
  begunParts: 'accounts/uploads',
  savedViews: 'selling/saved-views',
  hiddenSteps: 'selling/first-steps',
  bumps: 'selling/products',
  offers: 'selling/products',
  taxes: 'selling/taxes',
  taxRegions: 'selling/taxes',
  vatChecks: 'payments/tax-numbers',
  vatNumbers: 'payments/tax-numbers',
  coupons: 'selling/coupons',
  couponCodes: 'selling/coupons',
  forms: 'selling/forms',
  formBumps: 'selling/forms',
  formOfferSequence: 'selling/forms',
  formPrices: 'selling/forms',
  formVersions: 'selling/forms',
  timers: 'selling/forms',
  priceHistory: 'selling/forms',
  furtherPriceHistory: 'selling/forms',
  shortLinks: 'selling/sharing',
  paymentDomains: 'selling/payment-domains',
  recoveries: 'selling/recovery',
  formRecovery: 'selling/recovery',
  mailStops: 'selling/recovery',
  recurringChanges: 'selling/recurring',
  recurringStarts: 'selling/recurring',
  recurringMovements: 'selling/recurring',
  recurringLevels: 'selling/recurring',
  customers: 'selling/customers',
  customerTags: 'selling/customers',
  customerNotes: 'selling/customers',
  customerCorrections: 'selling/customers',
  customerMerges: 'selling/customers',
  customerTotals: 'selling/customers',
  notices: 'selling/notifications',
  events: 'selling/events',
  webhookEndpoints: 'selling/endpoints',
  deliveries: 'selling/endpoints',
  noticePaces: 'selling/notifications',
  noticeReaders: 'selling/notifications',
  pushDevices: 'selling/notifications',
  pushMessages: 'selling/notifications',
  salesSums: 'selling/sales',
  formSums: 'selling/sales',
  sumsOfForms: 'selling/sales',
  droppedSums: 'selling/sales',
  salesChanges: 'selling/sales',
  sellerPolicies: 'buying/consumer-law',
  formViews: 'buying/checkout',
  shownOffers: 'buying/upsells',
  buyerLinks: 'buying/portal',
  withdrawals: 'buying/withdrawal',
  withdrawnPurchases: 'buying/withdrawal',
  statedPurchases: 'buying/withdrawal',
  purchases: 'payments/purchases',
  purchaseLines: 'payments/purchases',
  purchaseAnswers: 'payments/purchases',
  purchaseTransitions: 'payments/purchases',
  noticeCursors: 'payments/purchases',
  consents: 'payments/purchases',
  fileOpenings: 'payments/purchases',
  bookDifferences: 'payments/purchases',
  redemptions: 'payments/coupons',
  stocks: 'payments/stock',
  stockHolds: 'payments/stock',
  refunds: 'payments/refunds',
  disputes: 'payments/disputes',
  invoices: 'payments/invoices',
  invoiceNumbering: 'payments/invoices',
  invoiceSeries: 'payments/invoices',
  cardTestingAttacks: 'payments/card-testing',
  subscriptions: 'payments/subscriptions',
  providerObjects: 'payments/subscriptions',
  payoutOutcomes: 'payments/payouts',
  trialStarts: 'payments/subscriptions',
  webhookEvents: 'payments/webhooks',
  mails: 'foundation/mail',
  pendingEvents: 'foundation/events',
  schedules: 'foundation/jobs',
  rateLimits: 'foundation/limits',
} as const satisfies Record<Table, string>

/** The view through which other domains read the table. */
export function viewOf(table: Table): string {
  return `${table}View`
}

/** The table with this camelCase or SQL name, given directly or as its view. */
export function tableNamed(name: string): { readonly table: Table; readonly isView: boolean } | undefined {
  return tableByName.get(name)
}

const tableByName = new Map(
  keysOf(owners).flatMap((table) =>
    [
      { name: table, table, isView: false },
      { name: viewOf(table), table, isView: true },
    ].flatMap(({ name, ...named }) => [[name, named] as const, [inSql(name), named] as const]),
  ),
)

function inSql(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function keysOf<T extends object>(value: T): (keyof T)[]
function keysOf(value: object): string[] {
  return Object.keys(value)
}
