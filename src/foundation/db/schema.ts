import type { PlanHistoryTable, PlanSubscriptionsTable } from './tables/billing.ts'
import type { ContentSecurityReportsTable } from './tables/content-security.ts'
import type {
  AccountLinksTable,
  IdentitiesTable,
  HandoversTable,
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
import type { BuyerLinksTable } from './tables/buyer-links.ts'
import type { CouponCodesTable, CouponsTable, RedemptionsTable } from './tables/coupons.ts'
import type {
  CustomerCorrectionsTable,
  CustomerMergesTable,
  CustomerNotesTable,
  CustomersTable,
  CustomerTotalsTable,
  CustomerTagsTable,
} from './tables/customers.ts'
import type { BuyerDetailsTable, SellerDetailsTable } from './tables/invoices.ts'
import type {
  BumpsTable,
  FormBumpsTable,
  FormPricesTable,
  FormsTable,
  OffersTable,
  FurtherPriceHistoryTable,
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
  PurchaseTransitionsTable,
  PurchasesTable,
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
import type { StockHoldsTable, StocksTable } from './tables/stock.ts'
import type { ProviderObjectsTable, SubscriptionsTable, TrialStartsTable } from './tables/subscriptions.ts'
import type { DroppedSumsTable, FormSumsTable, SalesChangesTable, SalesSumsTable } from './tables/sales.ts'
import type { ShownOffersTable } from './tables/upsells.ts'
import type { StatedPurchasesTable, WithdrawalsTable, WithdrawnPurchasesTable } from './tables/withdrawals.ts'
import type {
  MailsTable,
  RateLimitsTable,
  SchedulesTable,
  BegunPartsTable,
  BegunUploadsTable,
  UploadsTable,
  WebhookEventsTable,
} from './tables/work.ts'

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
