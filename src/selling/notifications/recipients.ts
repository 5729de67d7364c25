import type { Kysely, Transaction } from 'kysely'
import { findSeller } from '#accounts/people/read-people.ts'
import { listReadersOf } from '#accounts/team/find-members.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { NotificationKind } from '#foundation/db/tables/notices.ts'
import { type Hows, howsOf, kindsOpenTo } from './kinds.ts'
import { type Quiet, quietOf } from './settings-contract.ts'

/** A member who can get notifications, with their settings. */
export type Recipient = {
  readonly userId: string
  readonly email: string
  readonly kinds: readonly NotificationKind[]
  readonly hows: Hows
  readonly quiet: (Quiet & { readonly zone: string }) | null
}

/**
 * The members of a seller who can see its sales and, if requested, payouts. Support staff are not members and get no
 * notifications.
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

/** The time zone used if neither the member nor the shop has one. */
const usualZone = 'UTC'

/** The time zone of members who chose none. */
export async function zoneOfShop(db: Kysely<Database>, sellerId: string): Promise<string> {
  const seller = await findSeller(db, sellerId)
  return seller?.timeZone ?? usualZone
}

type Reader = { readonly zone: string; readonly hasOwnZone: boolean }

/** A member's time zone: their own choice, or otherwise the shop's current one. */
export async function zoneOf(
  db: Kysely<Database>,
  sellerId: string,
  reader: Reader | undefined,
): Promise<string> {
  return reader?.hasOwnZone === true ? reader.zone : zoneOfShop(db, sellerId)
}
