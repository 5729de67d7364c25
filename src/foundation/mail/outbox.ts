import type { Insertable, Transaction } from 'kysely'
import { newId } from '#foundation/db/new-id.ts'
import { prepare } from '#foundation/db/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'

/**
 * Records a message in the transaction of the change that it tells of; it is written and sent from that record. There
 * is one message of a kind for each purchase, refund, user and `about`, however often it is recorded. `data` is what its
 * writer needs to know beyond the ids.
 */
export async function enqueueMail(
  tx: Transaction<Database>,
  mail: {
    readonly kind: string
    readonly purchaseId?: string
    readonly refundId?: string
    readonly userId?: string
    readonly about?: string
    readonly data?: Readonly<Record<string, unknown>>
    readonly recipient: string
    readonly at: Date
  },
): Promise<void> {
  await insertMail(tx, {
    id: newId(),
    kind: mail.kind,
    purchaseId: mail.purchaseId ?? null,
    refundId: mail.refundId ?? null,
    userId: mail.userId ?? null,
    about: mail.about ?? '',
    data: JSON.stringify(mail.data ?? {}),
    recipient: mail.recipient,
    nextAttemptAt: mail.at,
  })
}

type NewMail = Required<
  Pick<
    Insertable<Database['mails']>,
    'id' | 'kind' | 'purchaseId' | 'refundId' | 'userId' | 'about' | 'data' | 'recipient' | 'nextAttemptAt'
  >
>

const insertMail = prepare(
  (db, { id, kind, purchaseId, refundId, userId, about, data, recipient, nextAttemptAt }: NewMail) =>
    db
      .insertInto('mails')
      .values({ id, kind, purchaseId, refundId, userId, about, data, recipient, nextAttemptAt })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'purchaseId', 'refundId', 'userId', 'about']).doNothing(),
      ),
)
