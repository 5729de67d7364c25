import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'
import { may, type Caller } from '#foundation/http/contract/caller.ts'
import type { SellerEntity } from '#foundation/rights/entities.ts'

/** A domain's part of the file a member exports, with the seller's data and the member's own. */
export type AccountExport<Schema extends z.ZodType = z.ZodType> = {
  readonly name: string
  /** Members without the right to read this entity do not get this part. Null means that everyone gets it. */
  readonly entity: SellerEntity | null
  /** The schema of the part. Any other data is left out. */
  readonly schema: Schema
  readonly read: (db: Kysely<Database>, sellerId: string, caller: Caller) => Promise<z.input<Schema>>
}

/** Reads all domains' parts that the caller can see, in the order of registration. */
export async function readExports(
  all: readonly AccountExport[],
  db: Kysely<Database>,
  caller: Caller,
): Promise<Record<string, unknown>> {
  const open = all.filter(({ entity }) => entity === null || may(caller, entity, 'read'))
  const parts = await Promise.all(
    open.map(
      async ({ name, schema, read }) =>
        [name, schema.parse(await read(db, caller.sellerId, caller))] as const,
    ),
  )
  return Object.fromEntries(parts)
}
