import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** What forms tell of a part that they are made of, and what they are told. */
export type FormUse = {
  /** The seller's forms that the part stands on. */
  readonly listForms: (db: Kysely<Database>, sellerId: string, partId: string) => Promise<string[]>
  /** These forms' payment pages are no longer as they were. */
  readonly dropPages: (formIds: readonly string[]) => void
}
