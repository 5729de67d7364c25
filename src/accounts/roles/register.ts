import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { rolesContract } from './contract.ts'
import { rolesHandlers } from './handlers.ts'

export function registerRoles({ serve }: Registry, parts: Parts): void {
  serve(rolesContract, rolesHandlers(parts))
}
