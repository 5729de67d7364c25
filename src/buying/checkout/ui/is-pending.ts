/** Under which name a tab keeps the purchase of a form, or of an offer after it. */
export function pendingName(id: string): string {
  return `tillform.purchase.${id}`
}

/** Whether this tab keeps one, whatever it says. Without storage (private modes) nothing is kept. */
export function isPendingInTab(id: string): boolean {
  try {
    return window.sessionStorage.getItem(pendingName(id)) !== null
  } catch {
    return false
  }
}
