/** Where browsers say what they refused on a page of ours. */
export const reportPath = '/api/content-security/reports'

const group = 'content-security'

/** Goes with every policy: names the group that it reports to. */
export const reportingHeaders = { 'reporting-endpoints': `${group}="${reportPath}"` } as const

/** For today's browsers, and for those that know the older directive alone. */
const reportingDirectives: readonly string[] = [`report-uri ${reportPath}`, `report-to ${group}`]

/**
 * The end of every page's policy: no text becomes markup or script except by the policies named here, such as the page's own
 * `default` one, which pages with the card provider's script have (`providerTrust`), and what was refused is reported.
 */
export function closingDirectives(trustedTypes: string): readonly string[] {
  return [
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes === 'none' ? "'none'" : trustedTypes}`,
    ...reportingDirectives,
  ]
}
