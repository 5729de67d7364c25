import { sellerEntities, type Entity, type Right } from './entities.ts'

/** Entities that an API key can never use, because it could use them to extend its own rights. */
const closed = ['billing', 'team'] as const
type KeyEntity = Exclude<(typeof sellerEntities)[number], (typeof closed)[number]>

/** The entities for which an API key can have rights. */
export const keyEntities: readonly KeyEntity[] = sellerEntities.filter(isOpen)

/** An API key's rights on an entity: to read it, or also to change it. */
export type Scope = `${KeyEntity}:${'read' | 'write'}`

export const scopes: readonly Scope[] = keyEntities.flatMap((entity): Scope[] => [
  `${entity}:read`,
  `${entity}:write`,
])

/** Whether these scopes include a right. */
export function includes(given: readonly string[], { entity, verb }: Right): boolean {
  return given.includes(`${entity}:write`) || (verb === 'read' && given.includes(`${entity}:read`))
}

/** Whether any API key can have rights to an entity. */
export function isOpenToKeys(entity: Entity): boolean {
  return keyEntities.some((open) => open === entity)
}

function isOpen(entity: (typeof sellerEntities)[number]): entity is KeyEntity {
  return closed.every((one) => one !== entity)
}
