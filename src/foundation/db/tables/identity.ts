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
  /** The person's data were erased; the row stays for references. */
  erasedAt: Date | null
  /** When the trial of their first shop ends or ended, their only one. */
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
  /** How often the cookie was renewed; a cookie names its generation. */
  generation: Defaulted<number>
  /** When the person last proved who they are in this session, or null if never since signing in. */
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
  /** Null until the first code was typed: it is not required yet. */
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
  /** The link's email address: the one to confirm, or the new one in a change. */
  email: string
  tokenHash: string
  /** Connects the two links of an address change. */
  changeId: string | null
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

export type OnboardingState = 'uncompleted' | 'completed' | 'restricted'

/** A typeface available without any other host. */
export type ShopFont = 'system' | 'humanist' | 'rounded' | 'serif'

export type SellersTable = {
  id: string
  /** The shop's name for buyers. */
  name: string
  /** The name before its first change, or null if never changed. */
  originalName: string | null
  /** URLs of stored pictures: a square one, and a wide one. */
  logo: string | null
  wideLogo: string | null
  /** The shop's contact for buyers. */
  contactEmail: string | null
  website: string | null
  /** Linked from each form that has no terms of its own. */
  termsUrl: string | null
  brandColor: string | null
  font: Defaulted<ShopFont>
  /** The back office's time zone; null: each device's own. */
  timeZone: string | null
  /** The hosts whose pages can embed its payment pages. */
  embedHosts: Defaulted<string[]>
  /** The pages around its payment pages learn of each purchase. */
  announcesPurchases: Defaulted<boolean>
  /** The page after paying has the order in its URL. */
  namesOrderAfterPaying: Defaulted<boolean>
  stripeAccountId: string | null
  /** The seller's Customer id on the platform's account. */
  stripeCustomerId: string | null
  onboardingStatus: Defaulted<OnboardingState>
  /** That account's country; null until reported. */
  accountCountry: string | null
  /** That account's enabled capabilities, by the provider's names; null until reported. */
  paymentMethods: DefaultedJson<string[] | null> | null
  /** The current invoice details; null until set. */
  detailsId: string | null
  /** The current withdrawal policy; null until set. */
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
  | 'announcesPurchases'
  | 'namesOrderAfterPaying'
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

/** Nothing is sold while a seller has an active one. */
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

/** A shop's transfer to another owner; it can be reverted until it expires or is confirmed as final. */
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
  /** Every seller has one owner with all rights; other members have a role. */
  isOwner: Defaulted<boolean>
  roleId: string | null
  createdAt: CreatedAt
}

export type MembersView = View<MembersTable, 'userId' | 'sellerId' | 'isOwner' | 'roleId' | 'createdAt'>
