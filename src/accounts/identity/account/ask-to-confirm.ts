import type { Transaction } from 'kysely'
import { lockUser } from '#accounts/people/read-people.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Links } from './links.ts'
import { hasLink } from './store.ts'

/** Sends a new user the link that confirms their address: once, however often they complete their registration. */
export async function askToConfirm(
  tx: Transaction<Database>,
  links: Links,
  userId: string,
  now: Date,
): Promise<void> {
  const { email, emailVerified } = await lockUser(tx, userId)
  if (emailVerified || (await hasLink(tx, userId, 'confirm'))) return
  await links.send(tx, { kind: 'confirm', userId, email, recipient: email, now })
}
