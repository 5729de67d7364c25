/** What buyers see of a shop wherever it speaks to them; null is what it has not set. Pictures are addresses of ours. */
export type ShopFace = {
  readonly name: string
  readonly logo: string | null
  readonly wideLogo: string | null
  readonly contactEmail: string | null
  readonly website: string | null
}

/** A web address as people say it: without what every address has. */
export function spokenAddress(address: string): string {
  return address.replace(/^https?:\/\//i, '').replace(/\/$/, '')
}
