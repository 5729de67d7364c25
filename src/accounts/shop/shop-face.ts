/** How a shop looks to buyers. Unset fields are null. Pictures are our own URLs. */
export type ShopFace = {
  readonly name: string
  readonly logo: string | null
  readonly wideLogo: string | null
  readonly contactEmail: string | null
  readonly website: string | null
}

/** A URL as people say it, without the scheme. */
export function spokenAddress(address: string): string {
  return address.replace(/^https?:\/\//i, '').replace(/\/$/, '')
}
