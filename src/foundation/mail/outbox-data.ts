/** An email in the list of those that would have been sent. Times are in ISO 8601. */
export type OutboxRow = {
  readonly id: string
  readonly subject: string
  readonly recipient: string
  readonly createdAt: string
  readonly isSent: boolean
}

/** An email as its reader gets it. */
export type OutboxMail = {
  readonly subject: string
  readonly recipient: string
  readonly html: string
  readonly text: string
}
