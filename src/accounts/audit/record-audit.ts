import type { Kysely } from 'kysely'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import type { Services } from '#registry/services.ts'
import { insertEntry } from './store.ts'

/**
 * An action that used or changed someone's rights. `before` and `after` are only names, never text that a person
 * typed.
 */
export type Audited = {
  readonly at: Date
  /** Null for the command line. */
  readonly actorId: string | null
  readonly action: string
  readonly subjectId?: string
  readonly userId?: string
  readonly sellerId?: string | null
  readonly before?: string | null
  readonly after?: string | null
}

/** Writes an audit log entry in the transaction of the change and returns its id. */
export async function recordAudit(tx: Kysely<Database>, audited: Audited): Promise<string> {
  const id = newId()
  await insertEntry(tx, {
    id,
    at: audited.at,
    actorId: audited.actorId,
    action: audited.action,
    subjectId: audited.subjectId ?? null,
    userId: audited.userId ?? null,
    sellerId: audited.sellerId ?? null,
    before: audited.before ?? null,
    after: audited.after ?? null,
    status: null,
  })
  return id
}

/** Records that support staff viewed data about another shop's buyer. Views by the shop's own team are not recorded. */
export async function recordSupportView(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { isSupport, userId: actorId, sellerId }: Pick<Caller, 'isSupport' | 'userId' | 'sellerId'>,
  action: 'customers.read' | 'sales.read',
  subjectId: string,
): Promise<void> {
  if (!isSupport) return
  await recordAudit(db, { at: clock.now(), actorId, sellerId, subjectId, action })
}
