import type { Registry } from '#foundation/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { salesContract } from './contract.ts'
import { registerExport } from './export/register-export.ts'
import { salesHandlers } from './handlers.ts'

export function registerSales({ server, serve }: Registry, services: PaymentServices): void {
  const { authSecret } = services.config
  serve(salesContract, salesHandlers(services, authSecret))
  registerExport(server, services, authSecret)
}
