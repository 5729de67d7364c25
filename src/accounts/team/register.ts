import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import { teamContract } from './contract.ts'
import { teamHandlers } from './handlers.ts'

export function registerTeam({ serve }: Registry, services: Services): void {
  serve(teamContract, teamHandlers(services, services.config, services.limiter))
}
