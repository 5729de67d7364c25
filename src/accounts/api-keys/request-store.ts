import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** A stored write request. `leasedUntil` also distinguishes the process that is working on it from an earlier one. */
export type Claim = {
  readonly keyId: string
  readonly idempotencyKey: string
  readonly fingerprint: string
  readonly beganAt: Date
  readonly leasedUntil: Date
}

/** Whether the request can run now, because it is new or its process stopped before changing anything. */
export async function claimRequest(db: Kysely<Database>, claim: Claim): Promise<boolean> {
  const claimed = await db
    .insertInto('apiRequests')
    .values(claim)
    .onConflict((known) =>
      known
        .columns(['keyId', 'idempotencyKey'])
        .doUpdateSet({ leasedUntil: claim.leasedUntil })
        .where('apiRequests.fingerprint', '=', claim.fingerprint)
        .where('apiRequests.status', 'is', null)
        .where('apiRequests.hasActed', '=', false)
        .where('apiRequests.leasedUntil', '<', claim.beganAt),
    )
    .returning('keyId')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function readRequest(db: Kysely<Database>, { keyId, idempotencyKey }: Claim) {
  return db
    .selectFrom('apiRequests')
    .select(['fingerprint', 'leasedUntil', 'hasActed', 'status', 'body'])
    .where('keyId', '=', keyId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}

/**
 * Records that the request has taken effect, along with the first change it commits. Throws if another process has
 * taken it over.
 */
export async function recordAct(tx: Transaction<Database>, claim: Claim): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('apiRequests')
    .set({ hasActed: true })
    .where(isOf(claim))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('Another process is working on this request')
}

export async function storeAnswer(
  db: Kysely<Database>,
  claim: Claim,
  answer: { readonly status: number; readonly body: string },
): Promise<void> {
  await db.updateTable('apiRequests').set(answer).where(isOf(claim)).execute()
}

/** Ends a request without a response. It can be sent again unless it has taken effect. */
export async function giveUpRequest(db: Kysely<Database>, claim: Claim): Promise<void> {
  const long = new Date(0)
  await db.updateTable('apiRequests').set({ leasedUntil: long }).where(isOf(claim)).execute()
}

/** The size up to which the responses to one key's requests are stored, in bytes as the database compresses them. */
const mostStored = 20 * 1024 * 1024

/**
 * Deletes the oldest stored responses of keys that have more than `most` bytes of them. A repeat of a request
 * that took effect does not run again: it is rejected, because the response is lost. Returns how many were deleted.
 */
export async function dropOldAnswers(db: Kysely<Database>, most = mostStored): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update api_requests set status = null, body = null, has_acted = status < 400, leased_until = began_at
    from (
      select key_id, idempotency_key,
        sum(pg_column_size(body)) over (partition by key_id order by began_at desc, idempotency_key) as size
      from api_requests where body is not null
    ) stored
    where stored.size > ${most}
      and (api_requests.key_id, api_requests.idempotency_key) = (stored.key_id, stored.idempotency_key)`.execute(
    db,
  )
  return Number(numAffectedRows)
}

function isOf({ keyId, idempotencyKey, leasedUntil }: Claim) {
  return sql<boolean>`(key_id, idempotency_key, leased_until) = (${keyId}, ${idempotencyKey}, ${leasedUntil})`
}
