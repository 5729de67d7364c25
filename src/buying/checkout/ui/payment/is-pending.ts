/** The key under which a tab stores the purchase of a form, or of an offer after it. */
export function pendingName(id: string): string {
  return `tillform.purchase.${id}`
}

/**
 * Whether this tab has a pending purchase, or another tab left for a bank with one. Without storage (private
 * modes) nothing is remembered.
 */
export function isPendingHere(id: string): boolean {
  try {
    return [sessionStorage, localStorage].some((kept) => kept.getItem(pendingName(id)) !== null)
  } catch {
    return false
  }
}
