import { isEmbedHost } from '#buying/embedding/embed-hosts.ts'
import type { Checked, Finding } from '#selling/forms/ui/check/finding.ts'

/** Hosts that show the form, and no wallets. */
export function domainFindings({ values, known: { domains } }: Checked): Finding[] {
  if (domains === undefined) return []
  const status = new Map(domains.map((one) => [one.domain, one.status]))
  const ours = domains.filter(({ isOurs }) => isOurs).map(({ domain }) => domain)
  const sites = (values.embedHosts ?? []).filter((host) => isEmbedHost(host) && !host.startsWith('*'))
  const hosts = [...ours, ...sites.map((host) => host.replace(/:\d+$/, ''))]
  return [...new Set(hosts)].flatMap((host): Finding[] => {
    const found = status.get(host)
    if (found === 'active' || found === 'pending') return []
    const text =
      found === undefined
        ? `Apple Pay is not shown on ${host}: register it.`
        : `Apple Pay is not shown on ${host}: Stripe could not verify it. Put Stripe’s file there, and register it again.`
    return [{ field: 'embedHosts', text, weight: 'advice', mend: { label: 'Register', registers: host } }]
  })
}
