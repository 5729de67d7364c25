import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { findOpen, listOpen } from './store.ts'

/** The invitations into a seller's team that wait for their answer, newest first. */
export async function listTeamInvitations(db: Kysely<Database>, sellerId: string, now: Date) {
  return listOpen(db, 'team', sellerId, now, { q: '', page: 0, limit: 0 })
}

/** One of them, also when its time is over; undefined when the seller has no such invitation. */
export async function findTeamInvitation(tx: Transaction<Database>, sellerId: string, id: string) {
  return findOpen(tx, sellerId, id)
}
