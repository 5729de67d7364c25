import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import { rolesContract } from './contract.ts'
import { rolesHandlers } from './handlers.ts'

export function registerRoles({ serve }: Registry, services: Services): void {
  serve(rolesContract, rolesHandlers(services))
}
