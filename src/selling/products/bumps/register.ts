import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import { bumpsContract } from './contract.ts'
import { bumpsHandlers, type BumpUse } from './handlers.ts'
import { storedBumps } from './store.ts'

export function registerBumps({ serve, endAccount }: Registry, services: Services, use: BumpUse): void {
  serve(bumpsContract, bumpsHandlers(services, use))
  endAccount({ closeSeller: async ({ tx, now }, sellerId) => storedBumps.removeAll(tx, sellerId, now) })
}
