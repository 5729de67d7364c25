import type { GeneratedAlways } from 'kysely'
import type { PlanHistoryTable, PlanSubscriptionsTable } from './tables/billing.ts'
import type {
  AccountLinksTable,
  HandoversTable,
  IdentitiesTable,
  MembersTable,
  PasskeysTable,
  RecoveryCodesTable,
  SecondFactorsTable,
  SellersTable,
  SellerSuspensionsTable,
  SessionsTable,
  UsersTable,
  VerificationsTable,
} from './tables/identity.ts'
import type { ConsentsTable, FileOpeningsTable, SellerPoliciesTable } from './tables/consumer-law.ts'
import type { CouponCodesTable, CouponsTable, RedemptionsTable } from './tables/coupons.ts'
import type {
  BumpsTable,
  FormBumpsTable,
  FormPricesTable,
  FormsTable,
  FurtherPriceHistoryTable,
  OffersTable,
  PriceHistoryTable,
  ShortLinksTable,
  TaxesTable,
  TimersTable,
} from './tables/products.ts'
import type {
  BookDifferencesTable,
  CardTestingAttacksTable,
  DisputesTable,
  FormViewsTable,
  PurchaseLinesTable,
  PurchasesTable,
  PurchaseTransitionsTable,
  RefundsTable,
} from './tables/purchases.ts'
import type {
  AuditLogTable,
  InvitationsTable,
  PermissionsTable,
  RolePermissionsTable,
  RolesTable,
  UserRolesTable,
} from './tables/roles.ts'
import type {
  NoticeCursorsTable,
  NoticePacesTable,
  NoticeReadersTable,
  NoticesTable,
  PushDevicesTable,
  PushMessagesTable,
} from './tables/notices.ts'
import type { PaymentDomainsTable } from './tables/payment-domains.ts'
import type { PayoutOutcomesTable } from './tables/payouts.ts'
import type { SavedViewsTable } from './tables/saved-views.ts'
import type { ProviderObjectsTable, SubscriptionsTable, TrialStartsTable } from './tables/subscriptions.ts'
import type { DroppedSumsTable, FormSumsTable, SalesChangesTable, SalesSumsTable } from './tables/sales.ts'
import type { ShownOffersTable } from './tables/upsells.ts'
import type { StatedPurchasesTable, WithdrawalsTable, WithdrawnPurchasesTable } from './tables/withdrawals.ts'
import type {
  BegunPartsTable,
  BegunUploadsTable,
  MailsTable,
  RateLimitsTable,
  SchedulesTable,
  UploadsTable,
  WebhookEventsTable,
} from './tables/work.ts'
import type { CreatedAt, Defaulted } from './driver/column-types.ts'

/** Who bought from a seller. Who was erased keeps the row, for the purchases that refer to it. */
type CustomersTable = {
  id: string
  sellerId: string
  /** The address in lower case, by which a purchase finds its customer; null for who was erased. */
  emailKey: string | null
  email: string | null
  /** The address in lower case, without what stands after a plus sign. */
  plainEmail: GeneratedAlways<string | null>
  /** As in the first purchase. */
  name: string
  firstPaidAt: Date
  /** Whom the seller took for the same person: purchases of this address are theirs. */
  mergedInto: string | null
  erasedAt: Date | null
}

/**
 * What a customer has paid in a currency, less what went back, in its minor units. A row without a currency says that
 * something of theirs has changed, so that they are to be summed anew.
 */
type CustomerTotalsTable = { customerId: string; sellerId: string; currency: string; total: number }

type CustomerTagsTable = { customerId: string; sellerId: string; tag: string }

type CustomerNotesTable = {
  id: string
  customerId: string
  text: string
  /** Null as well when the user is gone. */
  writtenBy: string | null
  writtenAt: Date
}

/** An address that a seller corrected: a record, which goes with the customer alone. */
type CustomerCorrectionsTable = {
  id: string
  customerId: string
  fromEmail: string
  toEmail: string
  /** Null as well when the user is gone. */
  correctedBy: string | null
  correctedAt: Date
}

type CustomerMergesTable = {
  goneId: string
  keptId: string
  /** Null as well when the user is gone. */
  mergedBy: string | null
  mergedAt: Date
  /** The purchases that changed hands. */
  purchaseIds: string[]
}

/** What invoices say of a seller, version by version: a version never changes, since paid purchases refer to it. */
type SellerDetailsTable = {
  id: string
  sellerId: string
  /** What the shop was called then; null in versions from before its name could change. */
  shopName: string | null
  name: string | null
  addressLine1: string | null
  addressLine2: string | null
  postalCode: string | null
  city: string | null
  /** A code of ISO 3166-1. */
  country: string | null
  taxNumber: string | null
  note: string | null
  createdAt: CreatedAt
}

/** What the invoice of a purchase says of its buyer beside name and email. */
type BuyerDetailsTable = {
  purchaseId: string
  name: string | null
  addressLine1: string | null
  addressLine2: string | null
  postalCode: string | null
  city: string | null
  /** A code of ISO 3166-1. */
  country: string | null
  taxNumber: string | null
  updatedAt: Date
}

/** How many pieces of what a form sells there are to sell, and how many of them are sold or held by an attempt to buy. */
type StocksTable = { id: string; formId: string; stockLimit: number; taken: Defaulted<number> }

/** The pieces of a stock that a purchase takes. */
type StockHoldsTable = {
  purchaseId: string
  /** Nobody counts a hold any more whose stock is gone. */
  stockId: string
  quantity: number
  isHeld: Defaulted<boolean>
  /** Whose it is until it is paid, as digests; null once it is. */
  network: Defaulted<string | null>
  emailKey: Defaulted<string | null>
}

/** By day of UTC: what browsers refused on a page of ours, or would have. */
type ContentSecurityReportsTable = {
  day: string
  /** The page's path with ids as `:id`, so that it names nobody. */
  document: string
  directive: string
  /** A host, or a word of the browser's such as `inline`. */
  blockedHost: string
  /** A script that the inventory does not have. */
  isScript: boolean
  count: number
  lastAt: Date
}

/** A way by which a buyer comes to their purchases in a shop. */
type BuyerLinksTable = {
  id: string
  sellerId: string
  /** The address that asked for it, in lower case. */
  email: string
  askedAt: Date
  /** Null until it is mailed; what nobody bought with is removed instead. */
  mailedAt: Date | null
  /** When it was opened; it is a session from then on. */
  usedAt: Date | null
  expiresAt: Date
}

/** The tables as code sees them: camelCase for the database's snake_case. A test compares them with the database. */
export type Database = {
  users: UsersTable
  sessions: SessionsTable
  identities: IdentitiesTable
  verifications: VerificationsTable
  secondFactors: SecondFactorsTable
  recoveryCodes: RecoveryCodesTable
  passkeys: PasskeysTable
  accountLinks: AccountLinksTable
  sellers: SellersTable
  sellerSuspensions: SellerSuspensionsTable
  paymentDomains: PaymentDomainsTable
  sellerPolicies: SellerPoliciesTable
  consents: ConsentsTable
  priceHistory: PriceHistoryTable
  furtherPriceHistory: FurtherPriceHistoryTable
  fileOpenings: FileOpeningsTable
  sellerDetails: SellerDetailsTable
  handovers: HandoversTable
  members: MembersTable
  planHistory: PlanHistoryTable
  planSubscriptions: PlanSubscriptionsTable
  bumps: BumpsTable
  offers: OffersTable
  taxes: TaxesTable
  coupons: CouponsTable
  couponCodes: CouponCodesTable
  redemptions: RedemptionsTable
  stocks: StocksTable
  stockHolds: StockHoldsTable
  forms: FormsTable
  formBumps: FormBumpsTable
  formOfferSequence: FormBumpsTable
  formPrices: FormPricesTable
  timers: TimersTable
  shortLinks: ShortLinksTable
  purchases: PurchasesTable
  purchaseLines: PurchaseLinesTable
  purchaseTransitions: PurchaseTransitionsTable
  buyerDetails: BuyerDetailsTable
  refunds: RefundsTable
  shownOffers: ShownOffersTable
  customers: CustomersTable
  customerTotals: CustomerTotalsTable
  customerTags: CustomerTagsTable
  customerNotes: CustomerNotesTable
  customerCorrections: CustomerCorrectionsTable
  customerMerges: CustomerMergesTable
  buyerLinks: BuyerLinksTable
  withdrawals: WithdrawalsTable
  withdrawnPurchases: WithdrawnPurchasesTable
  statedPurchases: StatedPurchasesTable
  bookDifferences: BookDifferencesTable
  disputes: DisputesTable
  formViews: FormViewsTable
  salesSums: SalesSumsTable
  formSums: FormSumsTable
  droppedSums: DroppedSumsTable
  salesChanges: SalesChangesTable
  cardTestingAttacks: CardTestingAttacksTable
  subscriptions: SubscriptionsTable
  trialStarts: TrialStartsTable
  providerObjects: ProviderObjectsTable
  payoutOutcomes: PayoutOutcomesTable
  webhookEvents: WebhookEventsTable
  mails: MailsTable
  schedules: SchedulesTable
  uploads: UploadsTable
  begunUploads: BegunUploadsTable
  begunParts: BegunPartsTable
  rateLimits: RateLimitsTable
  permissions: PermissionsTable
  roles: RolesTable
  rolePermissions: RolePermissionsTable
  userRoles: UserRolesTable
  invitations: InvitationsTable
  auditLog: AuditLogTable
  contentSecurityReports: ContentSecurityReportsTable
  notices: NoticesTable
  noticeCursors: NoticeCursorsTable
  noticePaces: NoticePacesTable
  noticeReaders: NoticeReadersTable
  pushDevices: PushDevicesTable
  pushMessages: PushMessagesTable
  savedViews: SavedViewsTable
}
