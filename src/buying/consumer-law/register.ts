import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { consumerLawContract, sellerPolicy } from './contract.ts'
import { consumerLawHandlers } from './handlers.ts'
import { readPolicy } from './store.ts'

export function registerConsumerLaw({ serve, exportAccount }: Registry, services: Services): void {
  serve(consumerLawContract, consumerLawHandlers(services))
  exportAccount({ name: 'withdrawalPolicy', entity: 'billing', schema: sellerPolicy, read: readPolicy })
}
