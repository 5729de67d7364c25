import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** The end of an account, all in one transaction. */
export type Ending = {
  readonly tx: Transaction<Database>
  readonly now: Date
  /** For effects that must not happen before the commit. */
  readonly afterwards: (run: () => void) => void
}

/** What a domain does when an account ends. */
export type AccountEndings = {
  /** Throws if a person cannot leave. */
  readonly checkUser?: (tx: Transaction<Database>, userId: string) => Promise<void>
  /** Throws if a seller cannot close. */
  readonly checkSeller?: (db: Kysely<Database>, sellerId: string) => Promise<void>
  /** Erases a person, after which the remaining data identifies no one and gives access to nothing. */
  readonly eraseUser?: (ending: Ending, userId: string) => Promise<void>
  /** Removes a seller's uploads from its catalog when its last member leaves. Sales are kept, as the law requires. */
  readonly closeSeller?: (ending: Ending, sellerId: string) => Promise<void>
}

/** Combines the endings of all domains, in the order of registration. */
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
