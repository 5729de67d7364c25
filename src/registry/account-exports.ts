import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'
import { may, type Caller } from '#foundation/http/contract/caller.ts'
import type { SellerEntity } from '#foundation/rights/entities.ts'

/** What a domain gives to the file that a member takes along, of the seller and of themselves, under a name of its own. */
export type AccountExport<Schema extends z.ZodType = z.ZodType> = {
  readonly name: string
  /** Who may not read these in the app does not get them here; null: everybody does. */
  readonly entity: SellerEntity | null
  /** What stands in the file; what was read beyond it is left out. */
  readonly schema: Schema
  readonly read: (db: Kysely<Database>, sellerId: string, caller: Caller) => Promise<z.input<Schema>>
}

/** Reads the parts of all domains that the caller may see, in the order in which they were registered. */
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
