/** Where browsers report what they blocked on our pages. */
export const reportPath = '/api/content-security/reports'

const group = 'content-security'

/** Part of every policy: names its reporting group. */
export const reportingHeaders = { 'reporting-endpoints': `${group}="${reportPath}"` } as const

/** For current browsers, and those that only know the older directive. */
const reportingDirectives: readonly string[] = [`report-uri ${reportPath}`, `report-to ${group}`]

/**
 * The end of every page's policy: text becomes markup or script only through the policies named here, such as the
 * page's own `default` one on pages with the provider's script (`providerTrust`), and violations are reported.
 */
export function closingDirectives(trustedTypes: string): readonly string[] {
  return [
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes === 'none' ? "'none'" : trustedTypes}`,
    ...reportingDirectives,
  ]
}
