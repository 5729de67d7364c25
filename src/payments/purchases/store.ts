import { sql, type Insertable, type Kysely, type Transaction } from 'kysely'
import { type PlaceOf, type Places, prepare, prepareColumns } from '#foundation/db/driver/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Purchase } from './purchase.ts'

export type NewPurchase = Insertable<Database['purchases']>
export type NewLine = Insertable<Database['purchaseLines']>

/** What a buyer consents to with a purchase; at the moment of its intent. */
export type NewConsent = Pick<Insertable<Database['consents']>, 'kind' | 'text' | 'locale'>

/**
 * Records the intent to charge, in one statement. Undefined when nothing was written: a purchase with this form and key is
 * there already, or an unsettled one with the same quote. Until the transaction ends, no other order of the same form and email
 * gets beyond this.
 */
export async function insertPurchase(
  tx: Transaction<Database>,
  purchase: NewPurchase,
  lines: readonly NewLine[],
  cause: string,
  consents: readonly NewConsent[] = [],
): Promise<Purchase | undefined> {
  const [recorded] = await recordNew(tx, purchase, {
    lines: JSON.stringify(lines.map(columnsOf)),
    consents: JSON.stringify(consents),
    cause,
  })
  return recorded
}

type Beside = { readonly lines: string; readonly consents: string; readonly cause: string }

const recordNew = prepareColumns((db, purchase: Places<NewPurchase>, place: PlaceOf<Beside>) =>
  db
    .with('recorded', (query) =>
      query
        .insertInto('purchases')
        .values(purchase)
        .onConflict((conflict) => conflict.doNothing())
        .returningAll(),
    )
    .with(
      'itemized',
      () => sql`(
        insert into purchase_lines (purchase_id, position, kind, bump_id, offer_id, title, quantity, subtotal, tax_amount,
          total, discount_amount, tax_title, tax_percentage, tax_inclusive)
        select purchase_id, position, kind, bump_id, offer_id, title, quantity, subtotal, tax_amount,
          total, discount_amount, tax_title, tax_percentage, tax_inclusive
        from json_populate_recordset(null::purchase_lines, ${place('lines')}::json)
        where exists (select from recorded))`,
    )
    .with(
      'consented',
      () => sql`(
        insert into consents (purchase_id, kind, text, locale, given_at)
        select recorded.id, given.kind, given.text, given.locale, recorded.created_at
        from recorded, json_populate_recordset(null::consents, ${place('consents')}::json) given)`,
    )
    .with('noted', (query) =>
      query
        .insertInto('purchaseTransitions')
        .columns(['purchaseId', 'status', 'cause'])
        .expression(
          query
            .selectFrom('recorded')
            .select(['id', 'status', sql<string>`${place('cause')}::text`.as('cause')]),
        ),
    )
    // Taken with the statement, not before it: the next one of this transaction sees whatever was committed until then.
    .with('alone', (query) =>
      query
        .selectFrom('recorded')
        .select(
          sql`pg_advisory_xact_lock(hashtextextended('order ' || form_id || ' ' || lower(email), 0))`.as(
            'lock',
          ),
        )
        .where('kind', '=', 'order'),
    )
    .selectFrom('recorded')
    // Of no left join, which would not be made for nothing.
    .innerJoin(sql`(select count(lock::text) as held from alone)`.as('taken'), (join) => join.onTrue())
    .selectAll('recorded'),
)

/** A line under the names of its columns. */
function columnsOf(line: NewLine) {
  return {
    purchase_id: line.purchaseId,
    position: line.position,
    kind: line.kind,
    bump_id: line.bumpId,
    offer_id: line.offerId,
    title: line.title,
    quantity: line.quantity ?? 1,
    subtotal: line.subtotal,
    tax_amount: line.taxAmount,
    total: line.total,
    discount_amount: line.discountAmount ?? 0,
    tax_title: line.taxTitle,
    tax_percentage: line.taxPercentage,
    tax_inclusive: line.taxInclusive,
  }
}

/** What keeps a purchase that was recorded just now from going on: another of the same buyer, unsettled or paid. */
export type Excluding = 'unsettled' | 'paid'

/**
 * What of the same email, of the same form and of the same network or means, excludes a purchase: one that may still take money,
 * or, after a time, one that was paid, or that a bank has, however old. Undefined: nothing. Asked in the transaction that has
 * recorded it, by a statement after that, it sees all that was recorded before.
 */
export async function findExcluding(
  tx: Transaction<Database>,
  { id, formId, email, network = null, paymentMethodId, confirmationTokenId }: NewPurchase,
  since: Date | null,
): Promise<Excluding | undefined> {
  const means = paymentMethodId ?? confirmationTokenId ?? null
  const rows = await selectExcluding(tx, { id, formId, email, network, means, since })
  if (rows.some(({ isUnsettled }) => isUnsettled)) return 'unsettled'
  return since !== null && rows.length > 0 ? 'paid' : undefined
}

type Asked = Pick<Purchase, 'id' | 'formId' | 'email' | 'network'> & {
  readonly means: string | null
  readonly since: Date | null
}

const selectExcluding = prepare((db, place: PlaceOf<Asked>) =>
  db
    .selectFrom('purchases')
    .select(sql<boolean>`status in ('created', 'requires_action', 'unknown')`.as('isUnsettled'))
    .where('formId', '=', place('formId'))
    .where('kind', '=', 'order')
    .where(sql`lower(email)`, '=', sql`lower(${place('email')})`)
    .where(
      sql<boolean>`(network is null or network = ${place('network')}::text
        or coalesce(payment_method_id, confirmation_token_id) = ${place('means')}::text)`,
    )
    .where(
      sql<boolean>`(status in ('created', 'requires_action', 'unknown') or status = 'processing'
        or created_at > ${place('since')}::timestamptz and status in ('paid', 'partially_refunded'))`,
    )
    .where('id', '!=', place('id')),
)

/** A purchase by its id, whoever’s it is: who asks has to be allowed to see it. */
export async function findPurchase(db: Kysely<Database>, id: string): Promise<Purchase | undefined> {
  const [purchase] = await selectPurchase(db, { id })
  return purchase
}

const selectPurchase = prepare((db, place: PlaceOf<Pick<Purchase, 'id'>>) =>
  db.selectFrom('purchases').selectAll().where('id', '=', place('id')),
)

/** The purchase of a form that a request with this key has made; a key is known within its form alone. */
export async function findPurchaseByKey(
  db: Kysely<Database>,
  formId: string,
  idempotencyKey: string,
): Promise<Purchase | undefined> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('formId', '=', formId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}

export type EarlierPurchase = Pick<
  Purchase,
  | 'idempotencyKey'
  | 'status'
  | 'createdAt'
  | 'couponCode'
  | 'stockId'
  | 'network'
  | 'stripeAccountId'
  | 'paymentMethodId'
  | 'confirmationTokenId'
>

/** The purchase with this key, and those that the same email has made of the form since a time, or that a bank has. */
export async function listEarlierPurchases(
  db: Kysely<Database>,
  { formId, idempotencyKey, email }: IdempotencyClaim,
  since: Date,
): Promise<EarlierPurchase[]> {
  return selectEarlier(db, { formId, idempotencyKey, email, since })
}

type IdempotencyClaim = Pick<Purchase, 'formId' | 'idempotencyKey' | 'email'>

const selectEarlier = prepare((db, place: PlaceOf<IdempotencyClaim & { readonly since: Date }>) =>
  db
    .selectFrom('purchases')
    .select(['idempotencyKey', 'status', 'createdAt', 'couponCode', 'stockId', 'network'])
    .select(['stripeAccountId', 'paymentMethodId', 'confirmationTokenId'])
    .where('formId', '=', place('formId'))
    .where('kind', '=', 'order')
    .where((purchase) =>
      purchase.or([
        purchase('idempotencyKey', '=', place('idempotencyKey')),
        purchase.and([
          purchase(sql`lower(email)`, '=', sql`lower(${place('email')})`),
          purchase.or([purchase('createdAt', '>', place('since')), purchase('status', '=', 'processing')]),
        ]),
      ]),
    ),
)

/** A purchase that has moved on since it was read keeps the time that its move has set. */
export async function scheduleCheck(
  db: Kysely<Database>,
  { id, status }: Pick<Purchase, 'id' | 'status'>,
  at: Date | null,
): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ nextCheckAt: at })
    .where('id', '=', id)
    .where('status', '=', status)
    .execute()
}
