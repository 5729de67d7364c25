import type { Area } from '#accounts/billing/gates/gates.ts'
import type { Entity } from '#foundation/rights/entities.ts'

export type NavigationItem = {
  readonly area: Area
  readonly entity: Entity
  readonly to: string
  /** Pages that are reached from there, with addresses of their own. */
  readonly holds?: readonly string[]
  readonly label: string
}

/** The links of the navigation bar, in their order. */
export const navigationItems: readonly NavigationItem[] = [
  { area: 'forms', entity: 'forms', to: '/forms', label: 'Forms' },
  { area: 'products', entity: 'bumps', to: '/bumps', label: 'Bumps' },
  { area: 'products', entity: 'offers', to: '/one-time-offers', label: 'One Time Offers' },
  { area: 'billing', entity: 'billing', to: '/billing', label: 'Billing' },
  { area: 'extras', entity: 'taxes', to: '/taxes', label: 'Taxes' },
  { area: 'extras', entity: 'coupons', to: '/coupons', label: 'Coupons' },
  { area: 'sales', entity: 'sales', to: '/sales', holds: ['/customers', '/payouts'], label: 'Sales' },
]
