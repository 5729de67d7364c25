import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** The end of an account: everything of it happens in one transaction. */
export type Ending = {
  readonly tx: Transaction<Database>
  readonly now: Date
  /** For what is not to happen before all is committed. */
  readonly afterwards: (run: () => void) => void
}

/** What a domain does when an account ends. */
export type AccountEndings = {
  /** Throws where a person must not leave. */
  readonly checkUser?: (tx: Transaction<Database>, userId: string) => Promise<void>
  /** Throws where a seller must not close. */
  readonly checkSeller?: (db: Kysely<Database>, sellerId: string) => Promise<void>
  /** Erases a person: what is left names nobody and opens nothing. */
  readonly eraseUser?: (ending: Ending, userId: string) => Promise<void>
  /** Takes off the uploads what a seller sells, whose last member leaves. What was sold stays as the law asks. */
  readonly closeSeller?: (ending: Ending, sellerId: string) => Promise<void>
}

/** The endings of all domains as one, in the order in which they were registered. */
export function joinEndings(all: readonly AccountEndings[]): Required<AccountEndings> {
  return {
    async checkUser(tx, userId) {
      for (const { checkUser } of all) await checkUser?.(tx, userId)
    },
    async checkSeller(db, sellerId) {
      for (const { checkSeller } of all) await checkSeller?.(db, sellerId)
    },
    async eraseUser(ending, userId) {
      for (const { eraseUser } of all) await eraseUser?.(ending, userId)
    },
    async closeSeller(ending, sellerId) {
      for (const { closeSeller } of all) await closeSeller?.(ending, sellerId)
    },
  }
}
