import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { invoiceDetailsContract } from './contract.ts'
import { invoiceDetailsHandlers } from './handlers.ts'
import { eraseUnusedDetails } from './seller-details.ts'

export function registerInvoiceDetails({ serve, endAccount }: Registry, parts: Parts): void {
  serve(invoiceDetailsContract, invoiceDetailsHandlers(parts))
  endAccount({ closeSeller: async ({ tx }, sellerId) => eraseUnusedDetails(tx, sellerId) })
}
