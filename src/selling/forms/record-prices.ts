import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/**
 * Notes what a form costs from now on, with the save that makes it so: the present price where it is another one than
 * before, and each price that a timer will bring, dated to the moment when it does. What a timer was to bring and no longer
 * will is taken out, so that the history of any past moment is true without anything having to run at that moment.
 */
export async function recordPrices(tx: Transaction<Database>, formId: string, now: Date): Promise<void> {
  await tx.deleteFrom('priceHistory').where('formId', '=', formId).where('fromAt', '>', now).execute()
  await sql`
    with present as (
      select id, currency, coalesce((
        select amount from timers
        where form_id = forms.id and amount > 0 and expires_at <= ${now}::timestamptz
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
    select present.id, timers.amount, currency, expires_at
    from present join timers on timers.form_id = present.id
    where timers.amount > 0 and expires_at > ${now}::timestamptz`.execute(tx)
}

/** Begins the history anew, with the save that makes another price the first. */
export async function forgetPrices(tx: Transaction<Database>, formId: string): Promise<void> {
  await tx.deleteFrom('priceHistory').where('formId', '=', formId).execute()
}
