import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { invoiceDetailsContract } from './contract.ts'
import { invoiceDetailsHandlers } from './handlers.ts'

export function registerInvoiceDetails({ serve }: Registry, parts: Parts): void {
  serve(invoiceDetailsContract, invoiceDetailsHandlers(parts))
}
