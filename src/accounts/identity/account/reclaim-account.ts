import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { notify, type Origin } from '../notify.ts'
import { deletePasskeys } from '../passkeys/passkey-store.ts'
import { deleteFactor } from '../second-factor/factor-store.ts'
import { deleteSocialIdentities, endLinks, endSessions } from './store.ts'

/** Takes back what a user invited others to, and their team unless it stays; answers how much that was. */
export type ReclaimTeam = (
  tx: Transaction<Database>,
  account: { readonly userId: string; readonly at: Date; readonly keepsTeam: boolean },
) => Promise<number>

/**
 * Ends what was added to an account before its address was confirmed for the first time: anybody can sign up with
 * somebody else's address, and would have kept a way in beside the one whose address it is. The password stays to be
 * set anew by mail. Call it in the transaction that confirms.
 *
 * Whoever confirms while signed in to the account keeps that session, and the team: they made both themselves.
 */
export async function reclaimAccount(
  tx: Transaction<Database>,
  reclaimTeam: ReclaimTeam,
  {
    userId,
    keptSessionId,
    at,
    origin,
  }: {
    readonly userId: string
    /** Of this user, and live. */
    readonly keptSessionId: string | null
    readonly at: Date
    readonly origin: Origin
  },
): Promise<void> {
  await endSessions(tx, userId, keptSessionId)
  // One that waits would take the account to another address.
  await endLinks(tx, userId, ['change-from', 'change-to'], at)
  const ended = [
    await deletePasskeys(tx, userId),
    (await deleteFactor(tx, userId)) ? 1 : 0,
    await deleteSocialIdentities(tx, userId),
    await reclaimTeam(tx, { userId, at, keepsTeam: keptSessionId !== null }),
  ]
  if (ended.some((count) => count > 0)) await notify(tx, 'additions-ended', { userId, at, origin })
}
