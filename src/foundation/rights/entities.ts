/** A seller's entities, as permissions call them. */
export const sellerEntities = [
  'forms',
  'timers',
  'bumps',
  'offers',
  'taxes',
  'coupons',
  'sales',
  'refunds',
  'withdrawals',
  'customers',
  'payouts',
  'files',
  'developers',
  'billing',
  'team',
] as const
export type SellerEntity = (typeof sellerEntities)[number]

/** The platform's entities. */
export const platformEntities = ['users', 'roles', 'permissions', 'audit', 'sellers'] as const
export type PlatformEntity = (typeof platformEntities)[number]

export const entities = [...sellerEntities, ...platformEntities] as const
export type Entity = (typeof entities)[number]

export const verbs = ['read', 'write', 'update', 'delete'] as const
export type Verb = (typeof verbs)[number]

export function isSellerEntity(entity: Entity): entity is SellerEntity {
  return sellerEntities.some((own) => own === entity)
}

/** A verb and the entity it applies to. */
export type Right = { readonly entity: Entity; readonly verb: Verb }
