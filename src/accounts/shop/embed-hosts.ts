import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { text } from '#foundation/http/input/fields.ts'
import { plainWebAddress } from '#foundation/typed/read-web-address.ts'

/** The maximum number of hosts that can embed a shop's payment pages. */
const mostEmbedHosts = 100

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const hostPattern = new RegExp(`^(?:\\*\\.(?=[^.]+\\.))?${label}(?:\\.${label})*(?::\\d{1,5})?$`)

/**
 * Whether this is a host as in a Content Security Policy: a lowercase name, an optional port, and `*.` before it for
 * all subdomains. A whole top-level domain is rejected, because no single person owns it.
 */
export function isEmbedHost(host: string): boolean {
  const port = /:(\d+)$/.exec(host)?.[1]
  return host.length <= 260 && hostPattern.test(host) && (port === undefined || isPort(Number(port)))
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535
}

/** The hosts whose pages can embed a shop's payment pages. A pasted URL is reduced to its host. */
export const embedHosts = z
  .array(text(2048).overwrite(hostOf))
  .max(mostEmbedHosts, { error: () => t('List at most {mostEmbedHosts} hosts', { mostEmbedHosts }) })
  .transform((hosts) => [...new Set(hosts)])
  .superRefine((hosts, context) => {
    const wrong = hosts.find((host) => !isEmbedHost(host))
    if (wrong === undefined) return
    context.addIssue({
      code: 'custom',
      message: t('"{wrong}" is not a valid domain. Use one like shop.example.com', { wrong }),
    })
  })

/** A typed or pasted host, or the host of a whole URL. */
export function hostOf(typed: string): string {
  const trimmed = typed.trim()
  // Browsers treat an asterisk in a URL differently.
  const one = trimmed.replace(/^(https?:\/\/)?\*\./i, '$1')
  const plain = plainWebAddress(one)
  const url = URL.parse(/^https?:\/\//i.test(plain) ? plain : `https://${plain}`)
  return url === null ? trimmed : `${one === trimmed ? '' : '*.'}${url.host}`
}
