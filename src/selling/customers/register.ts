import { sql } from 'kysely'
import { z } from 'zod'
import type { Registry } from '#foundation/registry.ts'
import type { Services } from '#foundation/services.ts'
import { customersContract } from './contract.ts'
import { forgetWritten } from './erase-customer.ts'
import { exportWritten, writtenOfCustomer } from './export-customers.ts'
import { registerCustomerExport } from './export/register-export.ts'
import { customersHandlers } from './handlers.ts'

/** Who bought from a seller. */
export function registerCustomers(
  { server, serve, exportAccount, endAccount, hold }: Registry,
  services: Services,
): void {
  serve(customersContract, customersHandlers(services))
  registerCustomerExport(server, services)
  exportAccount({ name: 'customers', schema: z.array(writtenOfCustomer), read: exportWritten })
  endAccount({ closeSeller: async ({ tx }, sellerId) => forgetWritten(tx, sellerId) })
  hold({ ownerOf: { customers: (id) => sql`select seller_id from customers where id = ${id}` } })
}
