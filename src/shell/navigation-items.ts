import type { Area } from '#billing/gates.ts'

export type NavigationItem = { readonly area: Area; readonly to: string; readonly label: string }

/** The links of the navigation bar, in their order. */
export const navigationItems: readonly NavigationItem[] = [
  { area: 'forms', to: '/forms', label: 'Forms' },
  { area: 'billing', to: '/billing', label: 'Billing' },
  { area: 'sales', to: '/sales', label: 'Sales' },
]
