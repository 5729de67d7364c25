import { sql, type Insertable, type Kysely, type Transaction } from 'kysely'
import { type PlaceOf, type Places, prepare, prepareColumns } from '#foundation/db/driver/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { SharedWithAds } from '#foundation/db/tables/consumer-law.ts'
import type { Purchase } from './purchase.ts'

export type NewPurchase = Insertable<Database['purchases']>
export type NewLine = Insertable<Database['purchaseLines']>

export type NewConsent = Pick<Insertable<Database['consents']>, 'kind' | 'text' | 'locale'> & {
  readonly shared?: SharedWithAds
}

/**
 * Records the intent to charge in one SQL statement. Undefined, with nothing written, if a purchase with this
 * form and key exists, or a pending one for the same quote. Until the transaction ends, other orders of the
 * same form and email wait here.
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

type Appended = { readonly lines: string; readonly consents: string; readonly cause: string }

const recordNew = prepareColumns((db, purchase: Places<NewPurchase>, place: PlaceOf<Appended>) =>
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
          total, discount_amount, tax_title, tax_percentage, tax_inclusive, tax_treatment, tax_country, seller_title)
        select purchase_id, position, kind, bump_id, offer_id, title, quantity, subtotal, tax_amount,
          total, discount_amount, tax_title, tax_percentage, tax_inclusive, tax_treatment, tax_country, seller_title
        from json_populate_recordset(null::purchase_lines, ${place('lines')}::json)
        where exists (select from recorded))`,
    )
    .with(
      'consented',
      () => sql`(
        insert into consents (purchase_id, kind, text, locale, given_at, shared)
        select recorded.id, given.kind, given.text, given.locale, recorded.created_at, given.shared
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
    // The statement itself takes the lock, so that the next statement in the transaction sees everything committed
    // until then.
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
    // An inner join, because an unused left join would be optimized away.
    .innerJoin(sql`(select count(lock::text) as held from alone)`.as('taken'), (join) => join.onTrue())
    .selectAll('recorded'),
)

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
    tax_treatment: line.taxTreatment,
    tax_country: line.taxCountry,
    seller_title: line.sellerTitle,
  }
}

export type Excluding = 'unsettled' | 'paid'

/**
 * Whether another purchase with the same email, form and network or payment method excludes this one: pending, paid
 * since a given time, or at a bank for any length of time. Must run after the insert, in the same transaction, to see
 * everything recorded before.
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

/** Finds a purchase of any seller. The caller must first check that it can be seen. */
export async function findPurchase(db: Kysely<Database>, id: string): Promise<Purchase | undefined> {
  const [purchase] = await selectPurchase(db, { id })
  return purchase
}

const selectPurchase = prepare((db, place: PlaceOf<Pick<Purchase, 'id'>>) =>
  db.selectFrom('purchases').selectAll().where('id', '=', place('id')),
)

/** Finds a purchase by its form and key, because keys are unique within a form. */
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

/** Finds the purchase with this key, and those with the same email and form since a given time or still at a bank. */
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

/** A purchase that has changed since it was read keeps the check time set by that change. */
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
