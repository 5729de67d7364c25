import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/**
 * Records the form's prices when it is saved: the current price if it changed, and the future price of each timer with
 * its date. Entries of timers that no longer apply are removed, so the price history is always right without a
 * background job.
 */
export async function recordPrices(tx: Transaction<Database>, formId: string, now: Date): Promise<void> {
  await recordFirst(tx, formId, now)
  await recordFurther(tx, formId, now)
}

async function recordFirst(tx: Transaction<Database>, formId: string, now: Date): Promise<void> {
  await tx.deleteFrom('priceHistory').where('formId', '=', formId).where('fromAt', '>', now).execute()
  await sql`
    with timed as (
      select coalesce(price_amount, timers.amount) as amount, expires_at
      from forms join timers on form_id = forms.id
      where forms.id = ${formId}::uuid
        and (timers.price_id is null or timers.price_id = coalesce(forms.price_id, forms.id))
        and coalesce(price_amount, timers.amount) > 0
    ), present as (
      select id, currency, coalesce((
        select amount from timed where expires_at <= ${now}::timestamptz
        order by expires_at desc limit 1), amount) as amount
      from forms where id = ${formId}::uuid
    ), last as (
      select amount, currency from price_history where form_id = ${formId}::uuid order by from_at desc limit 1
    )
    insert into price_history (form_id, amount, currency, from_at)
    select id, amount, currency, ${now}::timestamptz from present
    where not exists (
      select from last where last.amount = present.amount and last.currency = present.currency)
    union all
    select present.id, timed.amount, currency, expires_at
    from present cross join timed where expires_at > ${now}::timestamptz`.execute(tx)
}

/** Records the other prices for sale in the same way. */
async function recordFurther(tx: Transaction<Database>, formId: string, now: Date): Promise<void> {
  await tx.deleteFrom('furtherPriceHistory').where('formId', '=', formId).where('fromAt', '>', now).execute()
  await sql`
    with present as (
      select form_id, form_prices.id as price_id, currency, coalesce((
        select price_amount from timers
        where timers.price_id = form_prices.id and timers.form_id = form_prices.form_id
          and price_amount > 0 and expires_at <= ${now}::timestamptz
        order by expires_at desc limit 1), form_prices.amount) as amount
      from form_prices join forms on forms.id = form_id
      where form_id = ${formId}::uuid and state <> 'retired'
    ), last as (
      select distinct on (price_id) price_id, amount, currency from further_price_history
      where form_id = ${formId}::uuid order by price_id, from_at desc
    )
    insert into further_price_history (form_id, price_id, amount, currency, from_at)
    select form_id, price_id, amount, currency, ${now}::timestamptz from present
    where not exists (
      select from last
      where last.price_id = present.price_id and last.amount = present.amount and last.currency = present.currency)
    union all
    select present.form_id, present.price_id, price_amount, currency, expires_at
    from present join timers on timers.form_id = present.form_id and timers.price_id = present.price_id
    where price_amount > 0 and expires_at > ${now}::timestamptz`.execute(tx)
}

/** Restarts the first price's history when another price becomes the first. `priceId` is null for a new one. */
export async function resetPriceHistory(
  tx: Transaction<Database>,
  formId: string,
  priceId: string | null,
): Promise<void> {
  await tx.deleteFrom('priceHistory').where('formId', '=', formId).execute()
  if (priceId === null) return
  await tx
    .deleteFrom('furtherPriceHistory')
    .where('formId', '=', formId)
    .where('priceId', '=', priceId)
    .execute()
}
