import type { CreatedAt, Defaulted, DefaultedJson, View } from '../driver/column-types.ts'

export type Role = 'SuperAdmin' | 'Partner' | 'Admin' | 'Customer'

export type UsersTable = {
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
  /** The person had their data erased; the row stays for what refers to it. */
  erasedAt: Date | null
  /** When the trial of their first shop ends or ended, which is the only one that they have. */
  trialEndsAt: Date | null
}

export type UsersView = View<
  UsersTable,
  | 'id'
  | 'name'
  | 'firstname'
  | 'lastName'
  | 'email'
  | 'emailVerified'
  | 'image'
  | 'role'
  | 'createdAt'
  | 'updatedAt'
  | 'erasedAt'
  | 'trialEndsAt'
>

export type SessionsTable = {
  id: string
  userId: string
  expiresAt: Date
  ipAddress: string | null
  userAgent: string | null
  createdAt: CreatedAt
  /** When the session was last renewed. */
  updatedAt: Defaulted<Date>
  /** How often the cookie was renewed; a cookie names the generation that it is of. */
  generation: Defaulted<number>
  /** When the person last proved in this session who they are; null: never since they signed in. */
  provedAt: Date | null
}

export type SessionsView = View<SessionsTable, 'id' | 'userId' | 'expiresAt' | 'generation' | 'provedAt'>

export type IdentitiesTable = {
  id: string
  userId: string
  accountId: string
  providerId: string
  password: string | null
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

export type VerificationsTable = {
  id: string
  identifier: string
  value: string
  expiresAt: Date
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

export type SecondFactorsTable = {
  userId: string
  /** Encrypted; see second-factor/second-factor.ts. */
  secret: string
  /** Null while the first code has not been typed: it is not asked for yet. */
  confirmedAt: Date | null
  /** The last 30-second step whose code was used. */
  lastStep: Defaulted<number>
  createdAt: CreatedAt
}

export type SecondFactorsView = View<SecondFactorsTable, 'userId' | 'confirmedAt'>

export type RecoveryCodesTable = { userId: string; hash: string; usedAt: Date | null }

export type PasskeysTable = {
  id: string
  userId: string
  name: string
  credentialId: string
  /** COSE key, as base64url. */
  publicKey: string
  counter: number
  createdAt: CreatedAt
  lastUsedAt: Date | null
}

export type PasskeysView = View<PasskeysTable, 'userId'>

export type AccountLinksTable = {
  id: string
  userId: string
  kind: 'confirm' | 'reset' | 'change-from' | 'change-to'
  /** The address that the link is about: the one to confirm, or the new one of a change. */
  email: string
  tokenHash: string
  /** Ties the two links of one change of address together. */
  changeId: string | null
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

export type OnboardingState = 'uncompleted' | 'completed' | 'restricted'

/** A typeface that needs no host but the reader's own machine. */
export type ShopFont = 'system' | 'humanist' | 'rounded' | 'serif'

export type SellersTable = {
  id: string
  /** What buyers know the shop by. */
  name: string
  /** The name before the first change of it; null: it never changed. */
  originalName: string | null
  /** Addresses of stored pictures: a square one, and one that may be as wide as a line. */
  logo: string | null
  wideLogo: string | null
  /** Where buyers reach the shop. */
  contactEmail: string | null
  website: string | null
  /** Linked from each form that names no terms of its own. */
  termsUrl: string | null
  brandColor: string | null
  font: Defaulted<ShopFont>
  /** By whose clock the back office tells days, as a zone's name; null: by that of each device. */
  timeZone: string | null
  /** The hosts whose pages may show its payment pages inside of them. */
  embedHosts: Defaulted<string[]>
  stripeAccountId: string | null
  /** Who the seller is at the provider as the platform's customer. */
  stripeCustomerId: string | null
  onboardingStatus: Defaulted<OnboardingState>
  /** The country of that account; null until it is told. */
  accountCountry: string | null
  /** What that account has on, by the provider's names; null until it is told. */
  paymentMethods: DefaultedJson<string[] | null> | null
  /** What invoices say of it from now on; null until somebody has set it. */
  detailsId: string | null
  /** How withdrawals from purchases are taken from now on; null until somebody has set it. */
  policyId: string | null
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
  /** The last member left; nothing is sold from then on. */
  closedAt: Date | null
}

export type SellersView = View<
  SellersTable,
  | 'id'
  | 'name'
  | 'originalName'
  | 'logo'
  | 'wideLogo'
  | 'contactEmail'
  | 'website'
  | 'termsUrl'
  | 'brandColor'
  | 'font'
  | 'timeZone'
  | 'embedHosts'
  | 'stripeAccountId'
  | 'stripeCustomerId'
  | 'onboardingStatus'
  | 'accountCountry'
  | 'paymentMethods'
  | 'detailsId'
  | 'policyId'
  | 'createdAt'
  | 'updatedAt'
  | 'closedAt'
>

/** Nothing is sold while one of a seller's is not lifted. */
export type SellerSuspensionsTable = {
  id: string
  sellerId: string
  /** As the seller reads it. */
  reason: string
  suspendedAt: Date
  suspendedBy: string | null
  liftedAt: Date | null
  liftedBy: string | null
}

/** A shop that went to another owner; it can be taken back until it expires, or somebody says that it is final. */
export type HandoversTable = {
  id: string
  sellerId: string
  fromUserId: string
  toUserId: string
  tokenHash: string
  createdAt: Date
  expiresAt: Date
}

export type MembersTable = {
  userId: string
  sellerId: string
  /** Every seller has one owner, who may do everything; the others have a role. */
  isOwner: Defaulted<boolean>
  roleId: string | null
  createdAt: CreatedAt
}

export type MembersView = View<MembersTable, 'userId' | 'sellerId' | 'isOwner' | 'roleId' | 'createdAt'>
