import type { Registry } from '#registry/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { reconcileAccountsWhenDue } from './reconcile-accounts.ts'
import { reconciliationContract } from './contract.ts'
import { reconciliationHandlers } from './handlers.ts'

const minute = 60_000

export function registerReconciliation({ serve, work }: Registry, services: PaymentServices): void {
  serve(reconciliationContract, reconciliationHandlers(services))
  work('comparison', minute, (stopping) => reconcileAccountsWhenDue(services, stopping))
}
