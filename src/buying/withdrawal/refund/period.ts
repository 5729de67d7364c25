const day = 24 * 60 * 60 * 1000

/** Directive 2011/83/EU, Article 13(1): not later than 14 days from the day on which the seller is informed. */
export function refundDue(receivedAt: Date): Date {
  return new Date(receivedAt.getTime() + 14 * day)
}
