import type { Kysely } from 'kysely'
import { findMembership } from '#accounts/people/change-membership.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#foundation/services.ts'
import { howsOf, type Hows } from './kinds.ts'
import type { NoticeSettings } from './settings-contract.ts'
import { findReader, keepChoice } from './store.ts'

const usualZone = 'UTC'

/** How a member hears of things, and whether they ever said so; undefined for who is no longer a member. */
export async function readSettings(
  db: Kysely<Database>,
  userId: string,
): Promise<(NoticeSettings & { readonly isSaved: boolean }) | undefined> {
  const member = await findMembership(db, userId)
  if (member === undefined) return undefined
  const reader = await findReader(db, userId)
  const chosen = reader?.hows ?? {}
  return {
    kinds: howsOf(member.isOwner, chosen),
    zone: reader?.zone ?? usualZone,
    isSaved: Object.keys(chosen).length > 0,
  }
}

export type SettingsChange = { readonly kinds: Partial<Hows>; readonly zone?: string | undefined }

/** Keeps what a member chose, and answers how things stand then. */
export async function saveSettings(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  userId: string,
  { kinds, zone }: SettingsChange,
): Promise<NoticeSettings | undefined> {
  const member = await findMembership(db, userId)
  if (member === undefined) return undefined
  // Loaded with the first choice: it brings a library that nothing else needs at the start.
  const { nextLetter } = await import('./next-letter.ts')
  const present = zone ?? (await findReader(db, userId))?.zone ?? usualZone
  const letterAt = nextLetter(clock.now(), present)
  await keepChoice(db, { userId, sellerId: member.sellerId }, { hows: kinds, zone: present, letterAt })
  log.info({ user: userId, kinds, zone: present }, 'notices chosen')
  return readSettings(db, userId)
}
