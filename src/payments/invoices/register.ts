import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { issueDueInvoices } from './issue-invoices.ts'

/** How often due invoices are numbered, in milliseconds. */
const issuedEvery = 15_000

/** Numbers invoices after the payments they are for. */
export function registerInvoices({ work, eraseBuyers }: Registry, services: Services): void {
  work('invoices', issuedEvery, () => issueDueInvoices(services))
  eraseBuyers(async (tx, { ids }) => {
    await tx.updateTable('invoices').set({ billTo: null }).where('purchaseId', 'in', ids).execute()
  })
}
