import type { AdPlatform } from '#foundation/db/tables/webhook-endpoints.ts'

/** The parameter that a platform adds to the links of its ads. */
const parameters: Readonly<Record<AdPlatform, string>> = { meta: 'fbclid', tiktok: 'ttclid' }

/** The clicks on ads that a URL's query names. What cannot be a click, because it is longer than any, is left out. */
export function clicksIn(query: string): Readonly<Partial<Record<AdPlatform, string>>> {
  const given = new URLSearchParams(query)
  const found = Object.entries(parameters).flatMap(([platform, name]) => {
    const click = given.get(name) ?? ''
    return /^[\w.~-]{1,500}$/.test(click) ? [[platform, click] as const] : []
  })
  return Object.fromEntries(found)
}

/** A query with only the clicks on ads. */
export function onlyClicks(query: string): string {
  const { meta, tiktok } = clicksIn(query)
  return new URLSearchParams({
    ...(meta !== undefined && { [parameters.meta]: meta }),
    ...(tiktok !== undefined && { [parameters.tiktok]: tiktok }),
  }).toString()
}
