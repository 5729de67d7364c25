/** The help pages in order; each is `docs/sellers/{slug}.md`. `of` lists the app's pages it explains. */
export const topics = [
  {
    slug: 'first-form',
    of: ['/forms', '/forms/create', '/forms/edit', '/forms/duplicate', '/settings/files'],
  },
  { slug: 'prices', of: [] },
  { slug: 'questions', of: [] },
  { slug: 'bumps-and-offers', of: ['/bumps', '/one-time-offers'] },
  { slug: 'taxes-and-invoices', of: ['/taxes', '/settings/legal', '/settings/invoices', '/sales/invoices'] },
  { slug: 'timers', of: ['/forms/details'] },
  { slug: 'coupons', of: ['/coupons'] },
  { slug: 'languages', of: [] },
  { slug: 'sharing', of: ['/settings/payments', '/settings/conversions'] },
  { slug: 'lost-payments', of: ['/sales/almost', '/forms/recovery'] },
  { slug: 'refunds', of: ['/sales', '/sales/withdrawals', '/settings/policy'] },
  {
    slug: 'customers-and-payouts',
    of: ['/customers', '/payouts', '/settings/notifications', '/sales/dashboard', '/sales/recurring'],
  },
  { slug: 'team-and-plan', of: ['/team', '/billing', '/settings', '/settings/developers'] },
  { slug: 'accessibility', of: [] },
] as const satisfies readonly { readonly slug: string; readonly of: readonly string[] }[]

/** The help for a page of the app: the topic closest to it, or the start page. */
export function helpOf(pathname: string): string {
  const fitting = topics.flatMap(({ slug, of }) =>
    of.filter((path) => pathname === path || pathname.startsWith(`${path}/`)).map((path) => ({ slug, path })),
  )
  const nearest = fitting.toSorted((one, other) => other.path.length - one.path.length)[0]
  return nearest === undefined ? '/help' : `/help/${nearest.slug}`
}
