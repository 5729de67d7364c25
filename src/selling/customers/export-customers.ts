import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'
import { listWritten } from './store.ts'

/** What a seller wrote about a customer, in the file that they take along; the customers themselves are the CSV's. */
export const writtenOfCustomer = z.object({
  email: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  notes: z.array(z.object({ text: z.string(), writtenAt: z.string() })),
})

export async function exportWritten(
  db: Kysely<Database>,
  sellerId: string,
): Promise<z.input<typeof writtenOfCustomer>[]> {
  return listWritten(db, sellerId)
}
