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
  /** When the person's data was erased. The row stays for references. */
  erasedAt: Date | null
  /** When the trial of the user's first shop ends or ended. They get only one. */
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
  /** How often the cookie was renewed. Each cookie contains its generation. */
  generation: Defaulted<number>
  /** When the user last proved who they are in this session, or null if not since signing in. */
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
  /** When the first code was typed, or null before that. Until then, signing in requires no code. */
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
  /** The passkey's COSE key, in base64url. */
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
  /** The email address of the link: the one to confirm, or the new one of a change. */
  email: string
  tokenHash: string
  /** Connects the two links of a change of email address. */
  changeId: string | null
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

export type OnboardingState = 'uncompleted' | 'completed' | 'restricted'

/** A typeface that needs no other host. */
export type ShopFont = 'system' | 'humanist' | 'rounded' | 'serif'

export type SellersTable = {
  id: string
  /** The shop's name, as buyers see it. */
  name: string
  /** The shop's name before its first change, or null if it never changed. */
  originalName: string | null
  /** The URLs of stored pictures: a square logo and a wide one. */
  logo: string | null
  wideLogo: string | null
  /** The shop's contact details for buyers. */
  contactEmail: string | null
  website: string | null
  /** The shop's terms, linked on every form that has no terms of its own. */
  termsUrl: string | null
  brandColor: string | null
  font: Defaulted<ShopFont>
  /** The time zone of the back office, or null for each device's own time zone. */
  timeZone: string | null
  /** The hosts whose pages can embed the shop's payment pages. */
  embedHosts: Defaulted<string[]>
  /** Whether pages that embed the shop's payment pages are notified of each purchase. */
  announcesPurchases: Defaulted<boolean>
  /** Whether the URL of the page after paying contains the order. */
  namesOrderAfterPaying: Defaulted<boolean>
  stripeAccountId: string | null
  /** The seller's Customer id on the platform's account. */
  stripeCustomerId: string | null
  onboardingStatus: Defaulted<OnboardingState>
  /** The country of the connected account, or null until it is reported. */
  accountCountry: string | null
  /** The payment methods enabled on the connected account, by the provider's names, or null until they are reported. */
  paymentMethods: DefaultedJson<string[] | null> | null
  /** The current invoice details, or null until they are set. */
  detailsId: string | null
  /** The current withdrawal policy, or null until it is set. */
  policyId: string | null
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
  /** When the last member left the shop, which sells nothing from then on. */
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

/** A suspension of a seller. The seller sells nothing while one is active. */
export type SellerSuspensionsTable = {
  id: string
  sellerId: string
  /** The reason, as the seller reads it. */
  reason: string
  suspendedAt: Date
  suspendedBy: string | null
  liftedAt: Date | null
  liftedBy: string | null
}

/** The transfer of a shop to another owner. It can be reverted until it expires or is confirmed as final. */
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
  /** Whether the member is the shop's only owner, who has all rights. Other members have a role. */
  isOwner: Defaulted<boolean>
  roleId: string | null
  createdAt: CreatedAt
}

export type MembersView = View<MembersTable, 'userId' | 'sellerId' | 'isOwner' | 'roleId' | 'createdAt'>
