import type { Transaction } from 'kysely'
import { listReadersOf } from '#accounts/team/find-members.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { NotificationKind } from '#foundation/db/tables/notices.ts'
import { howsOf, kindsOpenTo, type Hows } from './kinds.ts'
import { quietOf, type Quiet } from './letters/quiet.ts'
import { zoneOfShop } from './letters/reader-zone.ts'

/** Somebody who may be told of these kinds, and how and when they want to hear of each. */
export type Recipient = {
  readonly userId: string
  readonly email: string
  readonly kinds: readonly NotificationKind[]
  readonly hows: Hows
  readonly quiet: (Quiet & { readonly zone: string }) | null
}

/**
 * Who may be told of a seller's sales: its members who may see them; of payouts, those who may see these as well, which is
 * looked up where these are told of. Who looks after all sellers is no member, and hears of nothing.
 */
export async function listRecipients(
  tx: Transaction<Database>,
  sellerId: string,
  { includesPayouts }: { readonly includesPayouts: boolean },
): Promise<Recipient[]> {
  const members = await listReadersOf(tx, sellerId, 'sales')
  if (members.length === 0) return []
  const readers = await tx
    .selectFrom('noticeReaders')
    .select(['userId', 'hows', 'zone', 'hasOwnZone', 'quietFrom', 'quietTo'])
    .where(
      'userId',
      'in',
      members.map(({ userId }) => userId),
    )
    .execute()
  const ofPayouts = includesPayouts ? await listReadersOf(tx, sellerId, 'payouts') : []
  const payoutReaders = new Set(ofPayouts.map(({ userId }) => userId))
  const chosen = new Map(readers.map((reader) => [reader.userId, reader]))
  const asksShop = readers.some((reader) => quietOf(reader) !== null && !reader.hasOwnZone)
  const shopZone = asksShop ? await zoneOfShop(tx, sellerId) : null
  return members.map(({ userId, email, isOwner }) => {
    const reader = chosen.get(userId)
    const quiet = reader === undefined ? null : quietOf(reader)
    return {
      userId,
      email,
      kinds: kindsOpenTo(payoutReaders.has(userId)),
      hows: howsOf(isOwner, reader?.hows ?? {}),
      quiet:
        reader === undefined || quiet === null
          ? null
          : { ...quiet, zone: reader.hasOwnZone || shopZone === null ? reader.zone : shopZone },
    }
  })
}
