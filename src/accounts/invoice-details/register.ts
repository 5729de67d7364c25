import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { eraseBuyerDetails } from './buyer-details.ts'
import { invoiceDetailsContract } from './contract.ts'
import { invoiceDetailsHandlers } from './handlers.ts'
import { eraseUnusedDetails } from './seller-details.ts'

export function registerInvoiceDetails(
  { serve, endAccount, eraseBuyers }: Registry,
  services: Services,
): void {
  serve(invoiceDetailsContract, invoiceDetailsHandlers(services))
  endAccount({ closeSeller: async ({ tx }, sellerId) => eraseUnusedDetails(tx, sellerId) })
  eraseBuyers(async (tx, { ids }) => eraseBuyerDetails(tx, ids))
}
