import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { issueDueInvoices } from './issue-invoices.ts'

/** How often due invoices are numbered, in milliseconds. */
const issuedEvery = 15_000

/** Registers the job that numbers invoices after their payments. */
export function registerInvoices({ work, eraseBuyers }: Registry, services: Services): void {
  work('invoices', issuedEvery, () => issueDueInvoices(services))
  eraseBuyers(async (tx, { ids }) => {
    await tx.updateTable('invoices').set({ billTo: null }).where('purchaseId', 'in', ids).execute()
  })
}
