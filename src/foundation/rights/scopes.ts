import { sellerEntities, type Entity, type Right } from './entities.ts'

/** Never open to a key, which could give itself more through them. */
const closed = ['billing', 'team'] as const
type KeyEntity = Exclude<(typeof sellerEntities)[number], (typeof closed)[number]>

/** The entities that a key can be given. */
export const keyEntities: readonly KeyEntity[] = sellerEntities.filter(isOpen)

/** A key's rights to an entity: reading it, or also changing it. */
export type Scope = `${KeyEntity}:${'read' | 'write'}`

export const scopes: readonly Scope[] = keyEntities.flatMap((entity): Scope[] => [
  `${entity}:read`,
  `${entity}:write`,
])

/** Whether these scopes include a right. */
export function includes(given: readonly string[], { entity, verb }: Right): boolean {
  return given.includes(`${entity}:write`) || (verb === 'read' && given.includes(`${entity}:read`))
}

/** Whether any key can have rights to it. */
export function isOpenToKeys(entity: Entity): boolean {
  return keyEntities.some((open) => open === entity)
}

function isOpen(entity: (typeof sellerEntities)[number]): entity is KeyEntity {
  return closed.every((one) => one !== entity)
}
