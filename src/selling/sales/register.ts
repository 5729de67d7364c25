import { z } from 'zod'
import type { Registry } from '#foundation/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { salesContract } from './contract.ts'
import { exportedSums, exportSums } from './export-sums.ts'
import { registerExport } from './export/register-export.ts'
import { salesHandlers } from './handlers.ts'

export function registerSales({ server, serve, exportAccount }: Registry, services: PaymentServices): void {
  const { authSecret } = services.config
  serve(salesContract, salesHandlers(services, authSecret))
  exportAccount({ name: 'sales', schema: z.array(exportedSums), read: exportSums })
  registerExport(server, services, authSecret)
}
