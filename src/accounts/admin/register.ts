import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { adminContract } from './contract.ts'
import { adminHandlers } from './handlers.ts'

/** What operators see of all shops, and what their plans bring. */
export function registerAdmin({ serve }: Registry, services: Services): void {
  serve(adminContract, adminHandlers(services))
}
