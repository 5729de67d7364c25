/** A link for writing to an email address, in which characters with a meaning in links are escaped (RFC 6068). */
export function mailLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}`
}
