import { z } from 'zod'

export type Refused = {
  readonly document: string
  readonly directive: string
  readonly blockedHost: string
  readonly isScript: boolean
}

/** The fields of a report, which have different names in the two formats. Everything else is dropped. */
const said = z.object({
  document: z.string(),
  directive: z.string().regex(/^[a-z-]{3,40}$/),
  blocked: z.string(),
  source: z.string().catch(''),
})

const older = z
  .object({ 'csp-report': z.record(z.string(), z.unknown()) })
  .transform(({ 'csp-report': report }) => ({
    document: report['document-uri'],
    directive: report['effective-directive'] ?? report['violated-directive'],
    blocked: report['blocked-uri'] ?? '',
    source: report['source-file'],
  }))
  .pipe(said)

const today = z
  .object({ type: z.literal('csp-violation'), body: z.record(z.string(), z.unknown()) })
  .transform(({ body }) => ({
    document: body['documentURL'],
    directive: body['effectiveDirective'],
    blocked: body['blockedURL'] ?? '',
    source: body['sourceFile'],
  }))
  .pipe(said)

/** The maximum number of reports read from one body. */
const mostAtOnce = 50

/**
 * The reports in a body about our own pages, one (`application/csp-report`) or several (`application/reports+json`).
 * Reports caused by browser extensions, malformed reports and those of other origins are left out, because anyone can
 * send anything.
 */
export function readReports(body: unknown, origin: string): Refused[] {
  const reports: readonly unknown[] = Array.isArray(body) ? body : [body]
  return reports.slice(0, mostAtOnce).flatMap((report) => {
    const { data } = z.union([today, older]).safeParse(report)
    if (data === undefined || isOfExtension(data.source)) return []
    const document = documentOf(data.document, origin)
    const blockedHost = hostOf(data.blocked)
    if (document === undefined || blockedHost === undefined) return []
    const { directive } = data
    return [{ document, directive, blockedHost, isScript: isOfScripts(directive) }]
  })
}

function isOfExtension(address: string): boolean {
  return /^[a-z-]*extension\b/i.test(address)
}

function isOfScripts(directive: string): boolean {
  return /^(?:script-src|worker-src)/.test(directive)
}

/**
 * A page's path without buyers' or sellers' data, that is, without secrets from the query or ids. Undefined for other
 * sites' pages.
 */
function documentOf(address: string, origin: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.origin !== origin) return undefined
  const [first = '', ...services] = url.pathname.split('/').slice(1, 5)
  const isOfBuyers = /^(?:payment|purchases|s)$/.test(first)
  const isName = (part: string, at: number) => /^[a-z-]{0,30}$/.test(part) && (at === 0 || !isOfBuyers)
  return `/${[first, ...services].map((part, at) => (isName(part, at) ? part : ':id')).join('/')}`
}

/** Words that browsers report instead of a URL, and schemes whose URLs are long and meaningless. */
const words = /^(?:inline|eval|wasm-eval|self|data|blob|trusted-types-sink|trusted-types-policy)\b/

function hostOf(address: string): string | undefined {
  if (address === '') return 'inline'
  const [word] = words.exec(address) ?? []
  if (word !== undefined) return word
  if (!URL.canParse(address)) return undefined
  const { protocol, host } = new URL(address)
  return /^(?:https?|wss?):$/.test(protocol) && host.length <= 255 ? host : undefined
}
