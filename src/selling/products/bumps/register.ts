import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { keepParts } from '#selling/form-parts/keep-parts.ts'
import { exportedProduct } from '../contract.ts'
import { describePriced } from '../product-wire.ts'
import { bumpsContract } from './contract.ts'
import { bumpsHandlers, type BumpUse } from './handlers.ts'
import { storedBumps } from './store.ts'

export function registerBumps(registry: Registry, services: Services, use: BumpUse): void {
  registry.serve(bumpsContract, bumpsHandlers(services, use))
  keepParts(registry, storedBumps, { name: 'bumps', schema: exportedProduct, describe: describePriced })
}
