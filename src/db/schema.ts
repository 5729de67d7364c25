import type { ColumnType, Generated } from 'kysely'
import type { FileAttachment } from '#uploads/contract.ts'

/** The tables as code sees them: camelCase for the database's snake_case. A test compares them with the database. */
export type Database = {
  users: UsersTable
  sessions: SessionsTable
  identities: IdentitiesTable
  verifications: VerificationsTable
  sellers: SellersTable
  members: MembersTable
  bumps: BumpsTable
  offers: OffersTable
  taxes: TaxesTable
  forms: FormsTable
  formBumps: FormBumpsTable
  formOfferSequence: FormBumpsTable
  timers: TimersTable
  shortLinks: ShortLinksTable
  purchases: PurchasesTable
  purchaseLines: PurchaseLinesTable
  purchaseTransitions: PurchaseTransitionsTable
  refunds: RefundsTable
  bookDifferences: BookDifferencesTable
  webhookEvents: WebhookEventsTable
  mails: MailsTable
  schedules: SchedulesTable
  uploads: UploadsTable
  rateLimits: RateLimitsTable
}

type Defaulted<T> = ColumnType<T, T | undefined, T>
/** Written as JSON text, read as the value. */
type Json<T> = ColumnType<T, string, string>
type DefaultedJson<T> = ColumnType<T, string | undefined, string>
type CreatedAt = ColumnType<Date, Date | undefined, never>

export type Role = 'SuperAdmin' | 'Partner' | 'Admin' | 'Customer'
export type OnboardingState = 'uncompleted' | 'completed' | 'restricted'
export type PriceType = 'OneTimePrice' | 'RecurringPrice'
export type BillingPeriod = 'Daily' | 'Weekly' | 'Monthly' | 'Yearly'
export type PurchaseStatus =
  | 'created'
  | 'requires_action'
  | 'unknown'
  | 'paid'
  | 'failed'
  | 'canceled'
  | 'partially_refunded'
  | 'refunded'
export type RefundStatus = 'pending' | 'succeeded' | 'failed'

type UsersTable = {
  id: string
  name: string
  firstname: Defaulted<string>
  lastName: Defaulted<string>
  email: string
  emailVerified: Defaulted<boolean>
  image: string | null
  role: Defaulted<Role>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

type SessionsTable = {
  id: string
  userId: string
  token: string
  expiresAt: Date
  ipAddress: string | null
  userAgent: string | null
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

type IdentitiesTable = {
  id: string
  userId: string
  accountId: string
  providerId: string
  password: string | null
  accessToken: string | null
  refreshToken: string | null
  idToken: string | null
  accessTokenExpiresAt: Date | null
  refreshTokenExpiresAt: Date | null
  scope: string | null
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

type VerificationsTable = {
  id: string
  identifier: string
  value: string
  expiresAt: Date
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

type SellersTable = {
  id: string
  name: string
  stripeAccountId: string | null
  onboardingStatus: Defaulted<OnboardingState>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

type MembersTable = { userId: string; sellerId: string; createdAt: CreatedAt }

type BumpsTable = {
  id: string
  sellerId: string
  title: string
  image: string
  description: string
  /** Minor units of `currency`, as every amount of the database. */
  amount: number
  currency: string
  files: Json<FileAttachment[] | null> | null
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
  deletedAt: Date | null
}

type OffersTable = Omit<BumpsTable, 'files'> & {
  files: DefaultedJson<FileAttachment[]>
  acceptButtonText: string
  declineButtonText: string
  isActive: Defaulted<boolean>
  tags: DefaultedJson<string[]>
}

type TaxesTable = {
  id: string
  sellerId: string
  title: string
  /** Exact decimal text. */
  percentage: string
  inclusive: Defaulted<boolean>
  active: Defaulted<boolean>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
  deletedAt: Date | null
}

type FormsTable = {
  id: string
  sellerId: string
  name: string
  title: string
  description: string
  image: string | null
  video: string | null
  files: DefaultedJson<FileAttachment[]>
  redirectUrl: string | null
  successMessage: string | null
  termsUrl: string | null
  taxId: string | null
  amount: number
  currency: string
  priceType: PriceType
  billingInterval: number
  billingPeriod: BillingPeriod
  cancelAfter: number
  buttonText: string
  buttonTextColor: string
  themeColor: string
  oneTimeOfferId: string | null
  /** Minutes for which a shown price stays good after it ended. */
  priceGracePeriod: Defaulted<number>
  /** When the seller last changed what the form costs; null: never since it was made. */
  priceChangedAt: Date | null
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
  deletedAt: Date | null
}

type FormBumpsTable = { formId: string; bumpId: string; position: number }

type TimersTable = {
  id: string
  formId: string
  title: string
  expiresAt: Date
  timezone: string | null
  amount: number | null
  redirectUrl: string | null
}

type ShortLinksTable = { code: string; formId: string; createdAt: CreatedAt }

type PurchasesTable = {
  id: string
  sellerId: string
  formId: string
  idempotencyKey: string
  fingerprint: string
  status: PurchaseStatus
  email: string
  name: string
  currency: string
  subtotal: number
  taxAmount: number
  total: number
  applicationFeeAmount: Defaulted<number>
  oneTimeOfferCount: number
  stripeAccountId: string
  paymentMethodId: string | null
  stripeCustomerId: string | null
  paymentIntentId: string | null
  failureReason: string | null
  failureMessage: string | null
  nextCheckAt: Date | null
  checkCount: Defaulted<number>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
  paidAt: Date | null
}

type PurchaseLinesTable = {
  purchaseId: string
  position: number
  kind: 'form' | 'bump' | 'offer'
  bumpId: string | null
  title: string
  subtotal: number
  taxAmount: number
  total: number
  taxTitle: string | null
  taxPercentage: string | null
  taxInclusive: boolean | null
}

type PurchaseTransitionsTable = {
  id: Generated<number>
  purchaseId: string
  status: PurchaseStatus
  cause: string
  at: CreatedAt
}

type RefundsTable = {
  id: string
  purchaseId: string
  idempotencyKey: string
  fingerprint: string
  status: RefundStatus
  amount: number
  /** The part of `amount` that is tax. */
  taxAmount: number
  stripeRefundId: string | null
  failureReason: string | null
  nextCheckAt: Date | null
  checkCount: Defaulted<number>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

type BookDifferencesTable = {
  id: string
  kind: 'charge_without_purchase' | 'purchase_without_charge' | 'amount_differs'
  stripeAccountId: string
  paymentIntentId: string | null
  purchaseId: string | null
  details: Json<Record<string, unknown>>
  foundAt: CreatedAt
  settledAt: Date | null
  /** Null as well when the user is gone. */
  settledBy: string | null
  settledNote: string | null
}

type WebhookEventsTable = {
  id: string
  stripeAccountId: string | null
  type: string
  payload: Json<unknown>
  receivedAt: CreatedAt
  doneAt: Date | null
  outcome: string | null
  attempts: Defaulted<number>
  nextAttemptAt: Date | null
}

type MailsTable = {
  id: string
  kind: string
  purchaseId: string | null
  refundId: string | null
  recipient: string
  /** Null until it is written; what was sent stays. */
  subject: string | null
  text: string | null
  html: string | null
  createdAt: CreatedAt
  sentAt: Date | null
  attempts: Defaulted<number>
  nextAttemptAt: Defaulted<Date | null>
}

type SchedulesTable = { name: string; nextRunAt: Date; finishedAt: Date | null }

type RateLimitsTable = { key: string; count: number; endsAt: Date }

type UploadsTable = {
  id: string
  sellerId: string
  /** Null when the user is gone; the upload is the seller's. */
  userId: string | null
  kind: 'picture' | 'file'
  /** In the file storage; generated by us. */
  path: string
  /** As the person named it; shown and handed out, never used as a path. */
  name: string
  type: string
  /** Bytes. */
  size: number
  createdAt: CreatedAt
  deletedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}
