import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { PaymentDomainsTable } from '#foundation/db/tables/payment-domains.ts'

export type PaymentDomainRow = Selectable<PaymentDomainsTable>

/** A seller's connected account, with its enabled methods. */
export async function findAccount(
  db: Kysely<Database>,
  sellerId: string,
): Promise<{ stripeAccountId: string | null; paymentMethods: string[] | null } | undefined> {
  return db
    .selectFrom('sellersView as sellers')
    .select(['stripeAccountId', 'paymentMethods'])
    .where('id', '=', sellerId)
    .executeTakeFirst()
}

export async function listDomains(db: Kysely<Database>, account: string): Promise<PaymentDomainRow[]> {
  return db
    .selectFrom('paymentDomains')
    .selectAll()
    .where('stripeAccountId', '=', account)
    .orderBy('domain')
    .execute()
}

/**
 * Hosts that are not stored yet and that show payment pages of sellers who can be paid: our own host, and each of the
 * sellers' sites without a wildcard.
 */
const unknownHosts = (ownHost: string) => sql`
    sellers
    cross join lateral (
      select ${ownHost}::text as domain
      union
      select split_part(host, ':', 1) from unnest(sellers.embed_hosts) as host where host not like '*%'
    ) hosts
    where sellers.onboarding_status = 'completed' and sellers.closed_at is null
      and sellers.stripe_account_id is not null
      and not exists (
        select from payment_domains
        where payment_domains.stripe_account_id = sellers.stripe_account_id
          and payment_domains.domain = hosts.domain
      )`

/** One seller's hosts that are not registered yet. */
export async function listUnknownHosts(
  db: Kysely<Database>,
  sellerId: string,
  ownHost: string,
): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    select hosts.domain from ${unknownHosts(ownHost)} and sellers.id = ${sellerId}
    order by hosts.domain`.execute(db)
  return rows.map(({ domain }) => domain)
}

/** Inserts all hosts that are not stored yet. Returns how many. */
export async function insertHosts(db: Kysely<Database>, ownHost: string, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into payment_domains (stripe_account_id, domain, next_check_at)
    select sellers.stripe_account_id, hosts.domain, ${now}::timestamptz from ${unknownHosts(ownHost)}
    limit 500
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows)
}

/** Claims the hosts to register or check again, for a minute. */
export async function claimDueDomains(
  db: Kysely<Database>,
  now: Date,
  limit: number,
): Promise<PaymentDomainRow[]> {
  // Read only once, because a query plan that repeated the subquery would claim more.
  const { rows } = await sql<PaymentDomainRow>`
    with due as materialized (
      select stripe_account_id, domain from payment_domains where next_check_at <= ${now}
      order by next_check_at limit ${limit} for update skip locked
    )
    update payment_domains set next_check_at = ${secondsAfter(now, 60)}, check_count = check_count + 1
    from due
    where payment_domains.stripe_account_id = due.stripe_account_id and payment_domains.domain = due.domain
    returning payment_domains.*`.execute(db)
  return rows
}

/** Saves a host's status, or inserts a host that was just entered. */
export async function saveDomain(
  db: Kysely<Database>,
  domain: Omit<PaymentDomainRow, 'checkCount'>,
): Promise<void> {
  const { status, checkedAt, nextCheckAt } = domain
  await db
    .insertInto('paymentDomains')
    .values(domain)
    .onConflict((conflict) =>
      conflict
        .columns(['stripeAccountId', 'domain'])
        .doUpdateSet({ status, checkedAt, nextCheckAt, ...(status === 'active' && { checkCount: 0 }) }),
    )
    .execute()
}

export async function deleteDomains(tx: Transaction<Database>, sellerId: string): Promise<void> {
  await tx
    .deleteFrom('paymentDomains')
    .where('stripeAccountId', 'in', (query) =>
      query
        .selectFrom('sellersView as sellers')
        .select('stripeAccountId')
        .where('id', '=', sellerId)
        .$castTo<{
          stripeAccountId: string
        }>(),
    )
    .execute()
}
