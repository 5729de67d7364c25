import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { teamContract } from './contract.ts'
import { teamHandlers } from './handlers.ts'

export function registerTeam({ serve }: Registry, parts: Parts): void {
  serve(teamContract, teamHandlers(parts, parts.config, parts.limiter))
}
