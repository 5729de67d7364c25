/** Where links of office and mail programs lead in truth: they pass through their maker's own pages, which count them. */
const detours: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^https?:\/\/(?:www\.)?google\.[a-z.]+\/url\?/i, ['q', 'url']],
  [/^https?:\/\/[a-z\d.-]+\.safelinks\.protection\.outlook\.com\/\S*\?/i, ['url']],
  [/^https?:\/\/lm?\.facebook\.com\/l\.php\?/i, ['u']],
  [/^https?:\/\/l\.(?:instagram|messenger|threads)\.(?:com|net)\/\?/i, ['u']],
  [/^https?:\/\/(?:www\.)?linkedin\.com\/redir\/redirect\?/i, ['url']],
]

/** The address that a link leads to, without the detour by the program in which it was written. */
export function ledTo(address: string): string {
  const [, names = []] = detours.find(([detour]) => detour.test(address)) ?? []
  if (!URL.canParse(address)) return address
  const { searchParams } = new URL(address)
  const target = names
    .map((name) => searchParams.get(name) ?? '')
    .find((found) => /^https?:\/\//i.test(found))
  return target ?? address
}
