import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import type { Database } from '#foundation/db/schema.ts'
import { inLanguages } from '#foundation/mail/in-languages.ts'
import type { OldSales } from '#registry/buyer-erasures.ts'
import { customersContract } from './contract.ts'
import { deleteWritten, type EraseBuyer, eraseUnchecked, tracesOf } from './erase-customer.ts'
import { registerCustomerExport } from './export/register-export.ts'
import { customersHandlers } from './handlers.ts'
import { writeCorrectionMail } from './write-correction-mail.ts'
import { listWritten } from './store.ts'
import { sumCustomers } from './sum-customers.ts'

/** How often the totals of changed customers are recomputed, in milliseconds. */
const summedEvery = 60_000

const corrected = z.object({ sellerId: z.string(), language: z.string().default('en') })

/** A seller's customers. `eraseBuyer` erases other domains' data about them. */
export function registerCustomers(
  { server, serve, work, writeMails, exportAccount, endAccount, eraseBuyers, holdSellerData }: Registry,
  services: Services,
  erasures: readonly EraseBuyer[],
): void {
  const eraseBuyer: EraseBuyer = async (tx, sellerId, buyer) => {
    for (const erase of erasures) await erase(tx, sellerId, buyer)
  }
  serve(customersContract, customersHandlers(services, eraseBuyer))
  registerCustomerExport(server, services)
  work('customer totals', summedEvery, () => sumCustomers(services))
  writeMails(
    inLanguages(
      { address_corrected: async ({ data }) => writeCorrectionMail(services, corrected.parse(data)) },
      ({ data }) => corrected.parse(data).language,
    ),
  )
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

/** A seller's notes and tags in their data export. The customers themselves are in the CSV. */
const writtenOfCustomer = z.object({
  email: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  notes: z.array(z.object({ text: z.string(), writtenAt: z.string() })),
})

async function exportWritten(
  db: Kysely<Database>,
  sellerId: string,
): Promise<z.input<typeof writtenOfCustomer>[]> {
  return listWritten(db, sellerId)
}

/** Erases customers who have no other sales. */
async function eraseOldCustomers(
  tx: Transaction<Database>,
  { ids, now: at }: OldSales,
  eraseBuyer: EraseBuyer,
): Promise<void> {
  const { rows } = await sql<{ id: string; sellerId: string }>`
    select id, seller_id from customers
    where id in (select customer_id from purchases_view as purchases where id = any(${ids}::uuid[])) and erased_at is null
      and not exists (
        select from purchases_view other
        where other.seller_id = customers.seller_id and other.customer_id = customers.id
          and other.email <> '' and other.id <> all(${ids}::uuid[])
      )
    order by id for no key update`.execute(tx)
  for (const { id, sellerId } of rows) {
    await eraseUnchecked(tx, { id, at, ...(await tracesOf(tx, sellerId, id)) }, eraseBuyer)
  }
}
