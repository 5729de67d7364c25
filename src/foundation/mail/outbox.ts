import { sql, type Expression, type Insertable, type RawBuilder, type Transaction } from 'kysely'
import { newId } from '#foundation/db/new-id.ts'
import { type PlaceOf, prepare, type Value } from '#foundation/db/driver/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'

/**
 * Records a message in the transaction of its change. It is written and sent later from that record. There is only one
 * message of a kind for each purchase, refund, user and `about`, even if it is recorded several times. `data` is what
 * the writer needs besides the ids. If there is no recipient, for example because the buyer was erased, nothing is
 * recorded.
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
  if (mail.recipient === '') return
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

const insertMail = prepare((db, place: PlaceOf<NewMail>) =>
  db
    .insertInto('mails')
    .values({
      id: place('id'),
      kind: place('kind'),
      purchaseId: place('purchaseId'),
      refundId: place('refundId'),
      userId: place('userId'),
      about: place('about'),
      data: place('data'),
      recipient: place('recipient'),
      nextAttemptAt: place('nextAttemptAt'),
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'purchaseId', 'refundId', 'userId', 'about']).doNothing(),
    ),
)

/**
 * Like `enqueueMail`, but as a part of the SQL statement that makes the change: a message for each row of `moved`, a
 * query in that statement that returns purchase ids as `id`. The argument `id` is the message's own, so `moved` must
 * have no more than one row.
 */
export function mailOfMoved(
  kind: string,
  {
    id,
    recipient,
    at,
  }: { readonly id: Value<string>; readonly recipient: Expression<string>; readonly at: Value<Date> },
): RawBuilder<object> {
  return sql<object>`(
    insert into mails (id, kind, purchase_id, recipient, next_attempt_at)
    select ${id}::uuid, ${sql.lit(kind)}, moved.id, ${recipient}, ${at}::timestamptz from moved
    on conflict (kind, purchase_id, refund_id, user_id, about) do nothing)`
}
