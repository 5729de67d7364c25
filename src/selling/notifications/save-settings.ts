import type { Kysely } from 'kysely'
import { findMembership } from '#accounts/people/change-membership.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
import { howsOf, type Hows } from './kinds.ts'
import { type SavedSettings, quietOf, type Quiet } from './settings-contract.ts'
import { zoneOf, zoneOfShop } from './recipients.ts'
import { findReader, holdReader, saveChoice } from './store.ts'

/** A member's settings, or undefined if they are no longer a member. */
export async function readSettings(db: Kysely<Database>, userId: string): Promise<SavedSettings | undefined> {
  const member = await findMembership(db, userId)
  if (member === undefined) return undefined
  const reader = await findReader(db, userId)
  return {
    kinds: howsOf(member.isOwner, reader?.hows ?? {}),
    zone: await zoneOf(db, member.sellerId, reader),
    quiet: reader === undefined ? null : quietOf(reader),
    hasOwnZone: reader?.hasOwnZone ?? false,
  }
}

export type SettingsChange = {
  readonly kinds: Partial<Hows>
  readonly zone?: string | undefined
  /** Null turns quiet hours off. If left out, they stay as they were. */
  readonly quiet?: Quiet | null | undefined
}

/** Saves a member's choices. Returns all their settings. */
export async function saveSettings(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  userId: string,
  { kinds, zone, quiet }: SettingsChange,
): Promise<SavedSettings | undefined> {
  const member = await findMembership(db, userId)
  if (member === undefined) return undefined
  const { sellerId } = member
  // Loaded late, because nothing else needs this library at startup.
  const { moveLetter, nextLetter } = await import('./letters/next-letter.ts')
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    const shopZone = await zoneOfShop(tx, sellerId)
    const begun = { zone: shopZone, letterAt: nextLetter(now, shopZone) }
    const before = await holdReader(tx, { userId, sellerId }, begun)
    const chosen = {
      zone: zone ?? (before.hasOwnZone ? before.zone : shopZone),
      quiet: quiet === undefined ? quietOf(before) : quiet,
    }
    await saveChoice(tx, userId, {
      hows: kinds,
      columns: {
        ...(zone !== undefined && { hasOwnZone: true }),
        ...(quiet !== undefined && { quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null }),
      },
      zone: chosen.zone,
      letterAt: moveLetter(now, before, chosen),
      now,
    })
  })
  log.info({ user: userId, kinds, zone, quiet }, 'notices chosen')
  return readSettings(db, userId)
}
