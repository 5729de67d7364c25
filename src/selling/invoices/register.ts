import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { invoicesContract } from './contract.ts'
import { exportedInvoices, exportInvoices } from './export/export-account.ts'
import { registerInvoiceExport } from './export/register-export.ts'
import { invoicesHandlers } from './handlers.ts'

/** A shop's numbered invoices and credit notes: the list, the series and the exports. */
export function registerShopInvoices({ server, serve, exportAccount }: Registry, services: Services): void {
  serve(invoicesContract, invoicesHandlers(services))
  registerInvoiceExport(server, services)
  exportAccount({ name: 'invoiceSeries', entity: 'sales', schema: exportedInvoices, read: exportInvoices })
}
