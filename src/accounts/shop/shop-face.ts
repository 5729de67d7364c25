/** A shop's appearance to buyers; null for anything unset. Pictures are our own URLs. */
export type ShopFace = {
  readonly name: string
  readonly logo: string | null
  readonly wideLogo: string | null
  readonly contactEmail: string | null
  readonly website: string | null
}

/** A URL as people say it: without the scheme that every URL has. */
export function spokenAddress(address: string): string {
  return address.replace(/^https?:\/\//i, '').replace(/\/$/, '')
}
