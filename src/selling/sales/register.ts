import type { Registry } from '#foundation/registry.ts'
import type { PaymentParts } from '#payments/purchases/payment-parts.ts'
import { salesContract } from './contract.ts'
import { registerExport } from './export/register-export.ts'
import { salesHandlers } from './handlers.ts'

export function registerSales({ server, serve }: Registry, parts: PaymentParts): void {
  const { authSecret } = parts.config
  serve(salesContract, salesHandlers(parts, authSecret))
  registerExport(server, parts, authSecret)
}
