import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'
import { mailAddress } from '#payments/purchases/records/purchase-columns.ts'
import { amongLatest, type AmongLatest, lookedAt } from './filter/among-latest.ts'
import {
  areFewOver,
  comesAfter,
  isShown,
  isSought,
  type SoughtCustomers,
  wentBack,
} from './filter/conditions.ts'

export type CustomerRow = {
  readonly id: string
  readonly sellerId: string
  readonly name: string
  readonly email: string
  readonly country: string | null
  readonly purchases: number
  readonly value: { readonly currency: string; readonly total: number }[]
  readonly firstPaidAt: Date
  readonly lastPaidAt: Date | null
  readonly tags: string[]
}

/** The ids of a customer and of everyone merged into them. They share notes and tags. */
export function familyOf(id: string | RawBuilder<unknown>): RawBuilder<string> {
  return sql`(select family.id from customers family where family.id = ${id} or family.merged_into = ${id})`
}

const columns = sql`
  customers.id, customers.seller_id, customers.name, customers.email, customers.first_paid_at,
  facts.purchases, facts.value, facts.last_paid_at,
  array(
    select distinct tag from customer_tags where customer_id in ${familyOf(sql`customers.id`)} order by tag
  ) as tags,
  (
    select buyer_details.country from purchases_view as purchases join buyer_details_view as buyer_details on buyer_details.purchase_id = purchases.id
    where purchases.seller_id = customers.seller_id and purchases.customer_id = customers.id
      and buyer_details.country is not null
    order by buyer_details.updated_at desc limit 1
  ) as country`

/** A customer's totals, computed when read. */
const facts = sql`
  left join lateral (
    select coalesce(sum(paid.purchases), 0)::int as purchases, max(paid.last_paid_at) as last_paid_at,
      coalesce(jsonb_agg(jsonb_build_object('currency', paid.currency, 'total', paid.total)
        order by paid.purchases desc, paid.currency), '[]') as value
    from (
      select purchases.currency, count(*) as purchases, max(purchases.paid_at) as last_paid_at,
        sum(purchases.total - ${wentBack})::bigint as total
      from purchases_view as purchases where purchases.seller_id = customers.seller_id and purchases.customer_id = customers.id
      group by purchases.currency
    ) paid
  ) facts on true`

type PageOfCustomers = {
  readonly scope: SellerScope
  readonly sought: SoughtCustomers
  /** The last row of the previous page. */
  readonly before: string | undefined
  readonly limit: number
  readonly offset: number
}

/**
 * A page of matching customers, newest first. If very many match, only the latest are searched first, and all if these
 * do not fill the page.
 */
export async function listCustomers(db: Kysely<Database>, page: PageOfCustomers): Promise<CustomerRow[]> {
  const { scope, sought, limit, offset } = page
  const end = limit + offset
  const mayHave = sql<boolean>`${isShown} and ${isAfter(page)}`
  const latest = end > mostAmongLatest ? undefined : await amongLatest(db, { scope, sought, mayHave, end })
  if (latest !== undefined) {
    const rows = await readPage(db, page, latestOf(page, latest))
    if (rows.length === limit) return rows
  }
  const areFew = await areFewOver(db, scope, sought.over)
  return readPage(db, page, sql`customers where ${isSought(scope, sought, { areFew })} and ${isAfter(page)}`)
}

/** Later pages, and the large pages of an export, do not search the latest customers first. */
const mostAmongLatest = 200

function latestOf(page: PageOfCustomers, { isOneOf, since }: AmongLatest): RawBuilder<unknown> {
  return sql`(
    select customers.id, customers.seller_id, customers.first_paid_at from customers
    where ${withinScope('customers.sellerId', page.scope)} and ${isShown} and ${isAfter(page)}
      and customers.first_paid_at >= ${since}
    order by customers.first_paid_at desc, customers.id desc limit ${lookedAt}
  ) customers where ${isOneOf}`
}

function isAfter({ scope, before }: PageOfCustomers): RawBuilder<boolean> {
  return before === undefined ? sql`true` : comesAfter(scope, before)
}

/** Finds the customers of a page first, then their totals. */
async function readPage(
  db: Kysely<Database>,
  { limit, offset }: PageOfCustomers,
  found: RawBuilder<unknown>,
): Promise<CustomerRow[]> {
  const { rows } = await sql<CustomerRow>`
    select ${columns}
    from (
      select customers.id from ${found}
      order by customers.first_paid_at desc, customers.id desc limit ${limit} offset ${offset}
    ) page
    join customers on customers.id = page.id ${facts}
    order by customers.first_paid_at desc, customers.id desc`.execute(db)
  return rows
}

/** A seller's customer. A merged one is found as the customer they were merged into. */
export async function findCustomer(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
): Promise<CustomerRow | undefined> {
  const { rows } = await sql<CustomerRow>`
    select ${columns}
    from customers asked
    join customers on customers.id = coalesce(asked.merged_into, asked.id) ${facts}
    where asked.id = ${id} and customers.seller_id = ${sellerId} and customers.erased_at is null`.execute(db)
  return rows[0]
}

const mostTags = 1_000

export async function listTags(db: Kysely<Database>, sellerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('customerTags')
    .select('tag')
    .distinct()
    .where('sellerId', '=', sellerId)
    .orderBy('tag')
    .limit(mostTags)
    .execute()
  return rows.map(({ tag }) => tag)
}

/** Customers merged into this one, latest merge first. */
export async function listMerged(db: Kysely<Database>, keptId: string) {
  return db
    .selectFrom('customerMerges')
    .innerJoin('customers', 'customers.id', 'customerMerges.goneId')
    .select(['customers.id', 'customers.name', 'customers.email', 'customerMerges.mergedAt'])
    .where('customerMerges.keptId', '=', keptId)
    .orderBy('customerMerges.mergedAt', 'desc')
    .execute()
}

const mostTwins = 5

/** Possible duplicates of a customer, which are only suggested and never merged automatically. */
export async function listTwins(
  db: Kysely<Database>,
  { id, sellerId, name }: Pick<CustomerRow, 'id' | 'sellerId' | 'name'>,
): Promise<{ id: string; name: string; email: string | null }[]> {
  const others = db
    .selectFrom('customers')
    .select(['id', 'name', 'email'])
    .where('sellerId', '=', sellerId)
    .where('id', '!=', id)
    .where('mergedInto', 'is', null)
    .where('erasedAt', 'is', null)
    .limit(mostTwins)
  const byAddress = await others
    .where('plainEmail', '=', (own) => own.selectFrom('customers').select('plainEmail').where('id', '=', id))
    .execute()
  // A first name alone is too common to suggest duplicates.
  if (!/\S\s+\S/.test(name)) return byAddress
  const byName = await others.where(sql`fold_text(name)`, '=', sql`fold_text(${name})`).execute()
  const known = new Set(byAddress.map((twin) => twin.id))
  return [...byAddress, ...byName.filter((twin) => !known.has(twin.id))].slice(0, mostTwins)
}

/** Locks a seller's customers in the order of their ids. Deleted ones are missing. */
export async function lockCustomers(
  tx: Transaction<Database>,
  sellerId: string,
  ids: readonly string[],
): Promise<Selectable<Database['customers']>[]> {
  return tx
    .selectFrom('customers')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .where('id', 'in', ids)
    .where('erasedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

type Written = {
  readonly email: string
  readonly name: string
  readonly tags: string[]
  readonly notes: { readonly text: string; readonly writtenAt: string }[]
}

/** Customers for whom the seller wrote notes or tags, with those notes and tags. */
export async function listWritten(db: Kysely<Database>, sellerId: string): Promise<Written[]> {
  const { rows } = await sql<Written>`
    select coalesce(customers.email, '') as email, customers.name,
      array(select tag from customer_tags where customer_id = customers.id order by tag) as tags,
      coalesce((
        select jsonb_agg(jsonb_build_object('text', text, 'writtenAt', written_at) order by written_at)
        from customer_notes where customer_id = customers.id
      ), '[]') as notes
    from customers
    where customers.seller_id = ${sellerId} and customers.id in (
      select customer_id from customer_tags where seller_id = ${sellerId}
      union select customer_id from customer_notes
        join customers noted on noted.id = customer_id where noted.seller_id = ${sellerId}
    )
    order by customers.id`.execute(db)
  return rows
}

/** A customer's last paid purchase, and the address for its emails. */
export async function findLastPurchase(
  db: Kysely<Database>,
  sellerId: string,
  customerId: string,
): Promise<{ id: string; recipient: string; language: string } | undefined> {
  return db
    .selectFrom('purchasesView as purchases')
    .select(['purchases.id', 'purchases.language', mailAddress.as('recipient')])
    .where('purchases.sellerId', '=', sellerId)
    .where('purchases.customerId', '=', customerId)
    .where('purchases.paidAt', 'is not', null)
    .orderBy('purchases.paidAt', 'desc')
    .orderBy('purchases.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
