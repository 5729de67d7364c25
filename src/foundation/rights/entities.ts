/** What belongs to a seller, as permissions name it. */
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
  'billing',
  'team',
] as const
export type SellerEntity = (typeof sellerEntities)[number]

/** What belongs to the platform. */
export const platformEntities = ['users', 'roles', 'permissions', 'audit', 'sellers'] as const
export type PlatformEntity = (typeof platformEntities)[number]

export const entities = [...sellerEntities, ...platformEntities] as const
export type Entity = (typeof entities)[number]

export const verbs = ['read', 'write', 'update', 'delete'] as const
export type Verb = (typeof verbs)[number]

export function isSellerEntity(entity: Entity): entity is SellerEntity {
  return sellerEntities.some((own) => own === entity)
}

/** What somebody does to what. */
export type Right = { readonly entity: Entity; readonly verb: Verb }
