import type { Access, Route } from './contract.ts'

/** What belongs to a seller, as permissions name it. */
export const sellerEntities = [
  'forms',
  'timers',
  'bumps',
  'offers',
  'taxes',
  'sales',
  'refunds',
  'files',
  'billing',
  'team',
] as const
export type SellerEntity = (typeof sellerEntities)[number]

/** What belongs to the platform. */
export const platformEntities = ['users', 'roles', 'permissions', 'audit'] as const
export type PlatformEntity = (typeof platformEntities)[number]

export const entities = [...sellerEntities, ...platformEntities] as const
export type Entity = (typeof entities)[number]

export const verbs = ['read', 'write', 'update', 'delete'] as const
export type Verb = (typeof verbs)[number]

export function isSellerEntity(entity: Entity): entity is SellerEntity {
  return sellerEntities.some((own) => own === entity)
}

/** What a route does to what. `null` asks for no permission: it is about the caller alone, or for every member. */
export type Right = { readonly entity: Entity; readonly verb: Verb }

/** An update of a form may be one of its timers alone, which its handler tells apart and asks for the right of. */
const toldApartLater = new Set(['PATCH /forms/:id'])

/**
 * The entity of every path that is not open to anyone, by its beginning; the longest one counts. A path without an
 * entry is closed, and the server does not start with it.
 */
const entityByPath: Readonly<Record<string, Entity | null>> = {
  '/forms': 'forms',
  '/bumps': 'bumps',
  '/one-time-offers': 'offers',
  '/taxes': 'taxes',
  '/stripe/tax-status': 'taxes',
  '/sales': 'sales',
  '/sales/:id/refunds': 'refunds',
  '/uploads': 'files',
  // A picture may be a member's own photo.
  '/uploads/pictures': null,
  '/files': 'files',
  '/stripe': 'billing',
  // Every member's navigation depends on these two.
  '/stripe/check-account-boarding': null,
  '/stripe/account-billing': null,
  // Who may see what the shop pays and is paid may see who it is; owners may change it, and who manages billing.
  '/seller': 'billing',
  '/team': 'team',
  '/team/leave': null,
  '/users': null,
  '/account': null,
  '/authentication': null,
  '/rights': null,
  '/invitations/accept': null,
  '/admin/users': 'users',
  '/admin/invitations': 'users',
  '/admin/roles': 'roles',
  '/admin/permissions': 'permissions',
  '/admin/audit-log': 'audit',
}

const verbByMethod: Readonly<Record<string, Verb>> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'write',
  PATCH: 'update',
  DELETE: 'delete',
}

/** What a route does to what; undefined when nobody said. `path` is below `/api`. */
export function actionOf(method: string, path: string): Right | null | undefined {
  const verb = verbByMethod[method]
  const beginning = Object.keys(entityByPath)
    .filter((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    .reduce((longest, prefix) => (prefix.length > longest.length ? prefix : longest), '')
  const entity = entityByPath[beginning]
  if (entity === undefined || verb === undefined) return undefined
  return entity === null ? null : { entity, verb }
}

/** The right that a route asks for before its handler is called; undefined when nobody said, and it is closed. */
export function rightOf(method: string, path: string): Right | null | undefined {
  return toldApartLater.has(`${method} ${path}`) ? null : actionOf(method, path)
}

/** Routes that are open to everybody, or to the SuperAdmin alone, need no right beside that. */
export function asksForRight(access: Access): boolean {
  return access !== 'anyone' && access !== 'super-admin'
}

/** Stops the start when a contract's route is not in the table. */
export function checkRight({ method, path, access }: Route): void {
  if (asksForRight(access) && rightOf(method, path) === undefined) {
    throw new Error(`${method} ${path} has no entity: name it in src/foundation/http/entities.ts`)
  }
}
