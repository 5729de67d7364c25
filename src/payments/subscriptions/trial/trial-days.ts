const day = 86_400_000

/**
 * When to remind the buyer of the payment after a trial with this end, both in milliseconds: seven days
 * before, or the day before for a shorter trial. Null if it is so short that the receipt is enough.
 */
export function remindedAt(trialEnd: number, trialDays: number): number | null {
  if (trialDays > 7) return trialEnd - 7 * day
  return trialDays > 2 ? trialEnd - day : null
}

export function reminderOf(trialEnd: Date | null, trialDays: number): Date | null {
  const at = trialEnd === null ? null : remindedAt(trialEnd.getTime(), trialDays)
  return at === null ? null : new Date(at)
}

/** In milliseconds. */
export function trialEndAt(start: number, trialDays: number): number {
  return start + trialDays * day
}
