import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'
import type { issued } from './contract.ts'
import { describeIssued } from './describe-invoices.ts'
import { findIssued } from './store.ts'

/** Reads an issued invoice or credit note without the URL of its PDF. Undefined if it is not this shop's. */
export async function readInvoice(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
): Promise<Omit<z.input<typeof issued>, 'path'> | undefined> {
  const row = await findIssued(db, sellerId, id)
  return row && describeIssued(row)
}
