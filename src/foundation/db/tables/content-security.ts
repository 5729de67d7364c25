/** By day of UTC: what browsers refused on a page of ours, or would have. */
export type ContentSecurityReportsTable = {
  day: string
  /** The page's path with ids as `:id`, so that it names nobody. */
  document: string
  directive: string
  /** A host, or a word of the browser's such as `inline`. */
  blockedHost: string
  /** A script that the inventory does not have. */
  isScript: boolean
  count: number
  lastAt: Date
}
