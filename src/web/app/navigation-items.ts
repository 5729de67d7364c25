import type { Area } from '#accounts/billing/gates.ts'
import type { Entity } from '#foundation/http/entities.ts'

export type NavigationItem = {
  readonly area: Area
  readonly entity: Entity
  readonly to: string
  readonly label: string
}

/** The links of the navigation bar, in their order. */
export const navigationItems: readonly NavigationItem[] = [
  { area: 'forms', entity: 'forms', to: '/forms', label: 'Forms' },
  { area: 'bumps', entity: 'bumps', to: '/bumps', label: 'Bumps' },
  { area: 'one-time-offers', entity: 'offers', to: '/one-time-offers', label: 'One Time Offers' },
  { area: 'billing', entity: 'billing', to: '/billing', label: 'Billing' },
  { area: 'taxes', entity: 'taxes', to: '/taxes', label: 'Taxes' },
  { area: 'sales', entity: 'sales', to: '/sales', label: 'Sales' },
]
