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
  FormPricesTable,
  FormsTable,
  FurtherPriceHistoryTable,
  OffersTable,
  PriceHistoryTable,
  ShortLinksTable,
  TaxesTable,
  TimersTable,
} from './tables/products.ts'
import type { FormVersionsTable } from './tables/form-versions.ts'
import type {
  BookDifferencesTable,
  DisputesTable,
  FormViewsTable,
  PurchaseLinesTable,
  PurchasesTable,
  PurchaseTransitionsTable,
  RefundsTable,
} from './tables/purchases.ts'
import type { PurchaseAnswersTable } from './tables/questions.ts'
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
import type { EventsTable, PendingEventsTable } from './tables/events.ts'
import type { DeliveriesTable, WebhookEndpointsTable } from './tables/webhook-endpoints.ts'
import type { CardTestingAttacksTable } from './tables/card-testing.ts'
import type { PaymentDomainsTable } from './tables/payment-domains.ts'
import type { PayoutOutcomesTable } from './tables/payouts.ts'
import type { HiddenStepsTable } from './tables/hidden-steps.ts'
import type { FormRecoveryTable, MailStopsTable, RecoveriesTable } from './tables/recoveries.ts'
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

/** A stock's total items, and how many are sold or reserved by an attempt to buy. */
type StocksTable = { id: string; formId: string; stockLimit: number; taken: Defaulted<number> }

/** A purchase's pieces of a stock. */
type StockHoldsTable = {
  purchaseId: string
  /** No one counts a hold whose stock is gone. */
  stockId: string
  quantity: number
  isHeld: Defaulted<boolean>
  /** Its owner until it is paid, as digests; null once paid. */
  network: Defaulted<string | null>
  emailKey: Defaulted<string | null>
}

/** By day in UTC: what browsers blocked on our pages, or would have. */
type ContentSecurityReportsTable = {
  day: string
  /** The page's path with ids as `:id`, so it identifies no one. */
  document: string
  directive: string
  /** A host, or a browser keyword such as `inline`. */
  blockedHost: string
  /** A script missing from the inventory. */
  isScript: boolean
  count: number
  lastAt: Date
}

/** A buyer's access to their purchases in a shop. */
type BuyerLinksTable = {
  id: string
  sellerId: string
  /** The requesting email address, in lower case. */
  email: string
  /** The language of its email, such as `de`. */
  language: Defaulted<string>
  askedAt: Date
  /** Null until it is emailed; one without purchases is removed instead. */
  mailedAt: Date | null
  /** When it was opened; from then on it is a session. */
  usedAt: Date | null
  expiresAt: Date
}

/** The tables as code sees them: camelCase for the database's snake_case. A test compares them with the database. */
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
  coupons: CouponsTable
  couponCodes: CouponCodesTable
  redemptions: RedemptionsTable
  stocks: StocksTable
  stockHolds: StockHoldsTable
  forms: FormsTable
  formBumps: FormBumpsTable
  formOfferSequence: FormBumpsTable
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
}

/** Anything a statement can refer to. */
export type Database = Tables & Views
