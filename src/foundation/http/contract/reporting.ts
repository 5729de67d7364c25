/** The URL to which browsers report what they blocked on our pages. */
export const reportPath = '/api/content-security/reports'

const group = 'content-security'

/** The part of every security policy that names its reporting group. */
export const reportingHeaders = { 'reporting-endpoints': `${group}="${reportPath}"` } as const

/** Reports from current browsers, and from older ones that support only the earlier directive. */
const reportingDirectives: readonly string[] = [`report-uri ${reportPath}`, `report-to ${group}`]

/**
 * The end of every page's security policy: text can become markup or script only through the Trusted Types
 * policies listed here, such as the page's own `default` policy on pages with the provider's script
 * (`providerTrust`). Violations are reported.
 */
export function closingDirectives(trustedTypes: string): readonly string[] {
  return [
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes === 'none' ? "'none'" : trustedTypes}`,
    ...reportingDirectives,
  ]
}
