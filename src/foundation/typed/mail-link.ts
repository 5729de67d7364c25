/** A link that writes to an address, with the characters that have a meaning in links escaped (RFC 6068). */
export function mailLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}`
}
