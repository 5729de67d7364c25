/** Who calls, as the database says it at this moment; rights are never read from the token. */
export type Caller = {
  readonly userId: string
  readonly sessionId: string
  readonly role: 'SuperAdmin' | 'Partner' | 'Admin' | 'Customer'
  readonly sellerId: string
  readonly onboardingStatus: 'uncompleted' | 'completed' | 'restricted'
  /** The seller's live plan; null when none is. */
  readonly plan: 'BASIC' | 'GROWTH' | 'PARTNER_FREE' | null
}
