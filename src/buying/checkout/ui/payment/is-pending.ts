/** Under which name a tab keeps the purchase of a form, or of an offer after it. */
export function pendingName(id: string): string {
  return `tillform.purchase.${id}`
}

/**
 * Whether this tab keeps one, or another has left for a bank with one, whatever it says. Without storage (private modes)
 * nothing is kept.
 */
export function isPendingHere(id: string): boolean {
  try {
    return [sessionStorage, localStorage].some((kept) => kept.getItem(pendingName(id)) !== null)
  } catch {
    return false
  }
}
