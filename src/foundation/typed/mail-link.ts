/** A link that writes to an address, of which some signs mean something else in a link (RFC 6068). */
export function mailLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}`
}
