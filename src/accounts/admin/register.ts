import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { adminContract } from './contract.ts'
import { adminHandlers } from './handlers.ts'

/** The operators' pages about all shops and plan revenue. */
export function registerAdmin({ serve }: Registry, services: Services): void {
  serve(adminContract, adminHandlers(services))
}
