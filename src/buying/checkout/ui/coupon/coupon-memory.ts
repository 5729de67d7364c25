const name = () => `tillform.coupon.${window.location.pathname}`

/** The code that this tab goes on with: the one entered last, or the link's; none once it was removed. */
export function recallCode(): string {
  try {
    const kept = window.sessionStorage.getItem(name())
    if (kept !== null) return kept
  } catch {
    // Without storage (private modes) the link is all that is known.
  }
  return new URLSearchParams(window.location.search).get('coupon')?.trim() ?? ''
}

/** Empty: none, even if the link has one. */
export function rememberCode(code: string): void {
  try {
    window.sessionStorage.setItem(name(), code)
  } catch {
    // It lasts as long as the page then.
  }
}
