import type { Transaction } from 'kysely'
import { listReadersOf } from '#accounts/team/find-members.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { NoticeKind } from '#foundation/db/tables/notices.ts'
import { howsOf, kindsOpenTo, type Hows } from './kinds.ts'

/** Somebody who may be told of these kinds, and how they want to hear of each. */
export type Recipient = {
  readonly userId: string
  readonly email: string
  readonly kinds: readonly NoticeKind[]
  readonly hows: Hows
}

/**
 * Who may be told of a seller's sales: its members who may see them; of payouts, those who may see these as well, which is
 * looked up where these are told of. Who looks after all sellers is no member, and hears of nothing.
 */
export async function listRecipients(
  tx: Transaction<Database>,
  sellerId: string,
  { tellsPayouts }: { readonly tellsPayouts: boolean },
): Promise<Recipient[]> {
  const members = await listReadersOf(tx, sellerId, 'sales')
  if (members.length === 0) return []
  const readers = await tx
    .selectFrom('noticeReaders')
    .select(['userId', 'hows'])
    .where(
      'userId',
      'in',
      members.map(({ userId }) => userId),
    )
    .execute()
  const ofPayouts = tellsPayouts ? await listReadersOf(tx, sellerId, 'payouts') : []
  const payoutReaders = new Set(ofPayouts.map(({ userId }) => userId))
  const chosen = new Map(readers.map(({ userId, hows }) => [userId, hows]))
  return members.map(({ userId, email, isOwner }) => ({
    userId,
    email,
    kinds: kindsOpenTo(payoutReaders.has(userId)),
    hows: howsOf(isOwner, chosen.get(userId) ?? {}),
  }))
}
