import type { Area } from '#billing/gates.ts'

export type NavigationItem = { readonly area: Area; readonly to: string; readonly label: string }

/** The links of the navigation bar, in their order. */
export const navigationItems: readonly NavigationItem[] = [
  { area: 'forms', to: '/forms', label: 'Forms' },
  { area: 'bumps', to: '/bumps', label: 'Bumps' },
  { area: 'one-time-offers', to: '/one-time-offers', label: 'One Time Offers' },
  { area: 'billing', to: '/billing', label: 'Billing' },
  { area: 'taxes', to: '/taxes', label: 'Taxes' },
  { area: 'sales', to: '/sales', label: 'Sales' },
]
