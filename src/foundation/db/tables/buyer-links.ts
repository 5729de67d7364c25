/** A way by which a buyer comes to their purchases in a shop. */
export type BuyerLinksTable = {
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
