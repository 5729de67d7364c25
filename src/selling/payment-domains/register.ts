import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { paymentDomainsContract } from './contract.ts'
import { paymentDomainsHandlers } from './handlers.ts'
import { registerDueDomains } from './register-domain.ts'
import { deleteDomains } from './store.ts'

/** How often the product looks for new hosts, in milliseconds. */
const lookedForEvery = 60_000

export function registerPaymentDomains({ serve, work, endAccount }: Registry, services: Services): void {
  const { hostname } = new URL(services.config.publicUrl)
  serve(paymentDomainsContract, paymentDomainsHandlers(services, hostname))
  work('payment domains', lookedForEvery, () => registerDueDomains(services, hostname))
  endAccount({ closeSeller: async ({ tx }, sellerId) => deleteDomains(tx, sellerId) })
}
