import type { FastifyBaseLogger } from 'fastify'
import { sql, type Kysely } from 'kysely'
import { secondsAfter, type Clock } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'

/**
 * Records a decline of an attack on a form, which lasts `lasts` seconds from now on. The first one begins the attack:
 * it is logged, and everybody who works for the seller is told by mail, once.
 */
export async function recordAttack(
  {
    db,
    clock,
    log,
  }: { readonly db: Kysely<Database>; readonly clock: Clock; readonly log: FastifyBaseLogger },
  { formId, sellerId }: { readonly formId: string; readonly sellerId: string },
  lasts: number,
): Promise<void> {
  const now = clock.now()
  const endsAt = secondsAfter(now, lasts)
  await inTransaction(db, async (tx) => {
    // One at a time for each form, so that there is one attack and one mail.
    await tx.selectFrom('forms').select('id').where('id', '=', formId).forNoKeyUpdate().execute()
    const { numUpdatedRows } = await tx
      .updateTable('cardTestingAttacks')
      .set({ endsAt, declineCount: sql<number>`decline_count + 1` })
      .where('formId', '=', formId)
      .where('endsAt', '>', now)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0) return
    const id = newId()
    await tx
      .insertInto('cardTestingAttacks')
      .values({ id, formId, beganAt: now, endsAt, declineCount: 1 })
      .execute()
    const members = await tx
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.userId')
      .select(['users.id', 'users.email'])
      .where('members.sellerId', '=', sellerId)
      .execute()
    for (const { id: userId, email } of members) {
      await enqueueMail(tx, {
        kind: 'card-testing',
        userId,
        about: id,
        data: { formId },
        recipient: email,
        at: now,
      })
    }
    log.warn({ form: formId, seller: sellerId, attack: id }, 'card testing: the form asks for proofs of work')
  })
}
