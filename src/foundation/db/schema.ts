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
  CustomerCorrectionsTable,
  CustomerMergesTable,
  CustomerNotesTable,
  CustomerTagsTable,
  CustomerTotalsTable,
  CustomersTable,
} from './tables/customers.ts'
import type { BuyerDetailsTable, SellerDetailsTable } from './tables/invoice-details.ts'
import type { InvoiceNumberingTable, InvoiceSeriesTable, InvoicesTable } from './tables/invoices.ts'
import type {
  BumpsTable,
  FormBumpsTable,
  FormOfferSequenceTable,
  FormPricesTable,
  FormsTable,
  FurtherPriceHistoryTable,
  OffersTable,
  PriceHistoryTable,
  ShortLinksTable,
  TimersTable,
} from './tables/products.ts'
import type { TaxesTable, VatChecksTable, VatNumbersTable, TaxRegionsTable } from './tables/taxes.ts'
import type { FormVersionsTable } from './tables/form-versions.ts'
import type {
  BookDifferencesTable,
  DisputesTable,
  FormViewsTable,
  PurchasesTable,
  PurchaseTransitionsTable,
  RefundsTable,
} from './tables/purchases.ts'
import type { PurchaseLinesTable } from './tables/purchase-lines.ts'
import type { PurchaseAnswersTable } from './tables/form-content.ts'
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
import type { ApiKeysTable, ApiRequestsTable } from './tables/api-keys.ts'
import type { EventsTable, PendingEventsTable } from './tables/events.ts'
import type { DeliveriesTable, WebhookEndpointsTable } from './tables/webhook-endpoints.ts'
import type { CardTestingAttacksTable } from './tables/card-testing.ts'
import type { PaymentDomainsTable } from './tables/payment-domains.ts'
import type { PayoutOutcomesTable } from './tables/payouts.ts'
import type { HiddenStepsTable } from './tables/hidden-steps.ts'
import type { FormRecoveryTable, MailStopsTable, RecoveriesTable } from './tables/recoveries.ts'
import type {
  RecurringChangesTable,
  RecurringLevelsTable,
  RecurringMovementsTable,
  RecurringStartsTable,
} from './tables/recurring.ts'
import type { SavedViewsTable } from './tables/saved-views.ts'
import type { ProviderObjectsTable, SubscriptionsTable, TrialStartsTable } from './tables/subscriptions.ts'
import type {
  DroppedSumsTable,
  FormSumsTable,
  SumsOfFormsTable,
  SalesChangesTable,
  SalesSumsTable,
} from './tables/sales.ts'
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
import type { Defaulted } from './driver/column-types.ts'
import type { Views } from './views.ts'

/** The items in a stock, and how many of them are sold or reserved by an attempt to buy. */
type StocksTable = { id: string; formId: string; stockLimit: number; taken: Defaulted<number> }

/** A purchase's pieces of a stock. */
type StockHoldsTable = {
  purchaseId: string
  /** The stock's id. If the stock was deleted, its reservations are no longer counted. */
  stockId: string
  quantity: number
  isHeld: Defaulted<boolean>
  /** Digests that identify the buyer for whom the item is reserved until it is paid. Null once it is paid. */
  network: Defaulted<string | null>
  emailKey: Defaulted<string | null>
}

/** What browsers blocked on our pages, or would have blocked, for each day in UTC. */
type ContentSecurityReportsTable = {
  day: string
  /** The path of the page with `:id` for each id, so that it identifies no one. */
  document: string
  directive: string
  /** The blocked host, or a browser's keyword such as `inline`. */
  blockedHost: string
  /** Whether it is a script that is missing from the inventory. */
  isScript: boolean
  count: number
  lastAt: Date
}

/** A link that lets a buyer see their purchases in a shop. */
type BuyerLinksTable = {
  id: string
  sellerId: string
  /** The email address that requested the link, in lower case. */
  email: string
  /** The language of the link's email, such as `de`. */
  language: Defaulted<string>
  askedAt: Date
  /** When the link was emailed, or null before that. If the address has no purchases, the link is deleted instead. */
  mailedAt: Date | null
  /** When the link was opened, after which it is a session. */
  usedAt: Date | null
  expiresAt: Date
}

/**
 * The tables as code sees them, in camelCase instead of the database's snake_case. A test compares them with
 * the database.
 */
export type Tables = {
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
  taxRegions: TaxRegionsTable
  vatChecks: VatChecksTable
  vatNumbers: VatNumbersTable
  coupons: CouponsTable
  couponCodes: CouponCodesTable
  redemptions: RedemptionsTable
  stocks: StocksTable
  stockHolds: StockHoldsTable
  forms: FormsTable
  formBumps: FormBumpsTable
  formOfferSequence: FormOfferSequenceTable
  formPrices: FormPricesTable
  formVersions: FormVersionsTable
  timers: TimersTable
  shortLinks: ShortLinksTable
  purchases: PurchasesTable
  purchaseLines: PurchaseLinesTable
  purchaseAnswers: PurchaseAnswersTable
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
  invoices: InvoicesTable
  invoiceNumbering: InvoiceNumberingTable
  invoiceSeries: InvoiceSeriesTable
  formViews: FormViewsTable
  salesSums: SalesSumsTable
  formSums: FormSumsTable
  sumsOfForms: SumsOfFormsTable
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
  apiKeys: ApiKeysTable
  apiRequests: ApiRequestsTable
  notices: NoticesTable
  noticeCursors: NoticeCursorsTable
  events: EventsTable
  pendingEvents: PendingEventsTable
  webhookEndpoints: WebhookEndpointsTable
  deliveries: DeliveriesTable
  noticePaces: NoticePacesTable
  noticeReaders: NoticeReadersTable
  pushDevices: PushDevicesTable
  pushMessages: PushMessagesTable
  savedViews: SavedViewsTable
  hiddenSteps: HiddenStepsTable
  recoveries: RecoveriesTable
  formRecovery: FormRecoveryTable
  mailStops: MailStopsTable
  recurringChanges: RecurringChangesTable
  recurringStarts: RecurringStartsTable
  recurringMovements: RecurringMovementsTable
  recurringLevels: RecurringLevelsTable
}

/** All tables and views that a statement can use. */
export type Database = Tables & Views
