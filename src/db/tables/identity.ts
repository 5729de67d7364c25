import type { CreatedAt, Defaulted } from '../column-types.ts'

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
}

export type SessionsTable = {
  id: string
  userId: string
  token: string
  expiresAt: Date
  ipAddress: string | null
  userAgent: string | null
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

export type IdentitiesTable = {
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

export type VerificationsTable = {
  id: string
  identifier: string
  value: string
  expiresAt: Date
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

export type OnboardingState = 'uncompleted' | 'completed' | 'restricted'

export type SellersTable = {
  id: string
  name: string
  stripeAccountId: string | null
  onboardingStatus: Defaulted<OnboardingState>
  createdAt: CreatedAt
  updatedAt: Defaulted<Date>
}

export type MembersTable = {
  userId: string
  sellerId: string
  /** Every seller has one owner, who may do everything; the others have a role. */
  isOwner: Defaulted<boolean>
  roleId: string | null
  createdAt: CreatedAt
}
