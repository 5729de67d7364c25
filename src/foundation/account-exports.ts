import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'

/** What a domain gives to the file that a member takes along, of the seller and of themselves, under a name of its own. */
export type AccountExport<Schema extends z.ZodType = z.ZodType> = {
  readonly name: string
  /** What stands in the file; what was read beyond it is left out. */
  readonly schema: Schema
  readonly read: (db: Kysely<Database>, sellerId: string, userId: string) => Promise<z.input<Schema>>
}

/** Reads the parts of all domains, in the order in which they were registered. */
export async function readExports(
  all: readonly AccountExport[],
  db: Kysely<Database>,
  sellerId: string,
  userId: string,
): Promise<Record<string, unknown>> {
  const parts = await Promise.all(
    all.map(
      async ({ name, schema, read }) => [name, schema.parse(await read(db, sellerId, userId))] as const,
    ),
  )
  return Object.fromEntries(parts)
}
