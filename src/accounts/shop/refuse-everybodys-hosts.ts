import { getPublicSuffix } from 'tldts'
import { InvalidFields } from '#foundation/failures/failure.ts'

/**
 * Refuses `*.` before a public suffix, such as `*.co.uk` or `*.github.io`: below it are the sites of people who have nothing
 * to do with each other. The list of suffixes (publicsuffix.org) comes with its package and is asked by the server alone: it
 * is too large for a browser's script. Throws `InvalidFields`.
 */
export function refuseEverybodysHosts(embedHosts: readonly string[] = []): void {
  const everybodys = embedHosts.find((host) => host.startsWith('*.') && isPublicSuffix(host.slice(2)))
  if (everybodys === undefined) return
  throw new InvalidFields({
    embedHosts: `"${everybodys}" would let in the sites of everybody there. Name your own, such as shop.${everybodys.slice(2)}`,
  })
}

function isPublicSuffix(host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  return getPublicSuffix(name, { allowPrivateDomains: true }) === name
}
