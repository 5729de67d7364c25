import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { adminContract } from './contract.ts'
import { adminHandlers } from './handlers.ts'

/** The operators' view of all shops and of plan revenue. */
export function registerAdmin({ serve }: Registry, services: Services): void {
  serve(adminContract, adminHandlers(services))
}
