import type { Kysely } from 'kysely'
import { findMembership } from '#accounts/people/change-membership.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#foundation/services.ts'
import { howsOf, type Hows } from './kinds.ts'
import type { NoticeSettings } from './settings-contract.ts'
import { quietOf, type Quiet } from './quiet.ts'
import { usualZone } from './recipients.ts'
import { findReader, keepChoice } from './store.ts'

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
    quiet: reader === undefined ? null : quietOf(reader),
    isSaved: Object.keys(chosen).length > 0,
  }
}

export type SettingsChange = {
  readonly kinds: Partial<Hows>
  readonly zone?: string | undefined
  /** Null: none from now on; left out: as before. */
  readonly quiet?: Quiet | null | undefined
}

/** Keeps what a member chose, and answers how things stand then. */
export async function saveSettings(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  userId: string,
  { kinds, zone, quiet }: SettingsChange,
): Promise<NoticeSettings | undefined> {
  const member = await findMembership(db, userId)
  if (member === undefined) return undefined
  // Loaded with the first choice: it brings a library that nothing else needs at the start.
  const { nextLetter } = await import('./next-letter.ts')
  const before = await findReader(db, userId)
  const present = zone ?? before?.zone ?? usualZone
  const quietHours = quiet === undefined ? before && quietOf(before) : quiet
  const chosen = { hows: kinds, zone: present, quiet: quietHours ?? null }
  const now = clock.now()
  const letterAt = nextLetter(now, present, chosen.quiet)
  await keepChoice(db, { userId, sellerId: member.sellerId }, { ...chosen, letterAt, now })
  log.info({ user: userId, kinds, zone: present, quiet: chosen.quiet }, 'notices chosen')
  return readSettings(db, userId)
}
