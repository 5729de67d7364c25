import { sql } from 'kysely'
import { z } from 'zod'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { customersContract } from './contract.ts'
import { deleteWritten, type EraseBuyer } from './erase-customer.ts'
import { eraseOldCustomers } from './erase-old-customers.ts'
import { exportWritten, writtenOfCustomer } from './export-customers.ts'
import { registerCustomerExport } from './export/register-export.ts'
import { customersHandlers } from './handlers.ts'
import { sumCustomers } from './sum-customers.ts'
import { writeCorrectionMail } from './write-correction-mail.ts'

/** How often it is looked for customers whose purchases have changed, in milliseconds. */
const summedEvery = 60_000

const ofSeller = z.object({ sellerId: z.string() })

/** Who bought from a seller. `eraseBuyer` erases what other domains store of them. */
export function registerCustomers(
  { server, serve, work, writeMails, exportAccount, endAccount, eraseBuyers, holdSellerData }: Registry,
  services: Services,
  eraseBuyer: EraseBuyer,
): void {
  serve(customersContract, customersHandlers(services, eraseBuyer))
  registerCustomerExport(server, services)
  work('customer totals', summedEvery, () => sumCustomers(services))
  writeMails({ address_corrected: async ({ data }) => writeCorrectionMail(services, ofSeller.parse(data)) })
  exportAccount({
    name: 'customers',
    entity: 'customers',
    schema: z.array(writtenOfCustomer),
    read: exportWritten,
  })
  endAccount({ closeSeller: async ({ tx }, sellerId) => deleteWritten(tx, sellerId) })
  eraseBuyers(async (tx, sales) => eraseOldCustomers(tx, sales, eraseBuyer))
  holdSellerData({ ownerOf: { customers: (id) => sql`select seller_id from customers where id = ${id}` } })
}
