/** The pages of the help, in their order; each is `docs/sellers/{slug}.md`. `of` are pages of the app that it explains. */
export const topics = [
  {
    slug: 'first-form',
    of: ['/forms', '/forms/create', '/forms/edit', '/forms/duplicate', '/settings/files'],
  },
  { slug: 'prices', of: [] },
  { slug: 'bumps-and-offers', of: ['/bumps', '/one-time-offers'] },
  { slug: 'taxes-and-invoices', of: ['/taxes'] },
  { slug: 'timers', of: ['/forms/details'] },
  { slug: 'coupons', of: ['/coupons'] },
  { slug: 'sharing', of: ['/settings/payments'] },
  { slug: 'refunds', of: ['/sales', '/sales/withdrawals', '/settings/policy'] },
  {
    slug: 'customers-and-payouts',
    of: ['/customers', '/payouts', '/settings/notifications', '/sales/dashboard'],
  },
  { slug: 'team-and-plan', of: ['/team', '/billing', '/settings'] },
] as const satisfies readonly { readonly slug: string; readonly of: readonly string[] }[]

/** Where the help explains a page of the app: at its nearest topic, or at the beginning. */
export function helpOf(pathname: string): string {
  const fitting = topics.flatMap(({ slug, of }) =>
    of.filter((path) => pathname === path || pathname.startsWith(`${path}/`)).map((path) => ({ slug, path })),
  )
  const nearest = fitting.toSorted((one, other) => other.path.length - one.path.length)[0]
  return nearest === undefined ? '/help' : `/help/${nearest.slug}`
}
