const day = 86_400_000

/**
 * When the buyer of a trial that ends then is reminded of the payment that follows, both in milliseconds: seven days before,
 * of a shorter trial the day before. Null: it is over so soon that the receipt says all.
 */
export function remindedAt(trialEnd: number, trialDays: number): number | null {
  if (trialDays > 7) return trialEnd - 7 * day
  return trialDays > 2 ? trialEnd - day : null
}

/** The same of a trial as the provider has it. */
export function reminderOf(trialEnd: Date | null, trialDays: number): Date | null {
  const at = trialEnd === null ? null : remindedAt(trialEnd.getTime(), trialDays)
  return at === null ? null : new Date(at)
}

/** When a trial that begins at a time is over; both in milliseconds. */
export function trialEndAt(start: number, trialDays: number): number {
  return start + trialDays * day
}
