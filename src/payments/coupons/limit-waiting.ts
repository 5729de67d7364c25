import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { leftWaiting } from './left-waiting.ts'

/**
 * Lets go of a purchase's place of a coupon while its bank has it, where its network or its address keeps more than half of the
 * places that are left from others, or has lately. It is taken again once it is paid; its buyer's own limit counts it
 * meanwhile.
 */
export async function limitWaitingPlace(
  tx: Transaction<Database>,
  { id, updatedAt }: { readonly id: string; readonly updatedAt: Date },
): Promise<void> {
  // A statement of its own: of two that come to their bank at once, the second one sees the first.
  await sql`
    select from coupons where id = (select coupon_id from redemptions where purchase_id = ${id}::uuid) for update`.execute(
    tx,
  )
  await sql`
    with own as (
      select coupon_id, code_id, network, email_key from redemptions
      where purchase_id = ${id}::uuid and state = 'held'
    ),
    alike as (
      select redemptions.code_id, redemptions.state = 'held' as is_held,
        (redemptions.network = own.network)::integer as of_network,
        (redemptions.email_key = own.email_key)::integer as of_email
      from own
      join redemptions on redemptions.coupon_id = own.coupon_id and redemptions.purchase_id <> ${id}::uuid
        and redemptions.state <> 'used'
        and (redemptions.network = own.network or redemptions.email_key = own.email_key)
      join purchases on purchases.id = redemptions.purchase_id
      where redemptions.state = 'held' or ${leftWaiting(updatedAt)}
    ),
    counted as (
      select ${kept('true')} as of_coupon, ${heldOf('true')} as held,
        ${kept(ofCode)} as of_code, ${heldOf(ofCode)} as held_of_code
      from own left join alike on true
      group by own.code_id
    ),
    excess as (
      update redemptions set state = 'waiting', updated_at = now()
      from own, counted, coupons, coupon_codes
      where redemptions.purchase_id = ${id}::uuid
        and coupons.id = own.coupon_id and coupon_codes.id = own.code_id
        and (
          coupons.max_redemptions is not null
          and 1 + of_coupon > greatest(1, (coupons.max_redemptions - coupons.taken + 1 + held) / 2)
          or coupon_codes.max_redemptions is not null
          and 1 + of_code > greatest(1, (coupon_codes.max_redemptions - coupon_codes.taken + 1 + held_of_code) / 2)
        )
      returning redemptions.coupon_id, redemptions.code_id
    ),
    coupon as (
      update coupons set taken = taken - 1 from excess where coupons.id = excess.coupon_id returning excess.code_id
    )
    update coupon_codes set taken = taken - 1 from coupon where coupon_codes.id = coupon.code_id`.execute(tx)
}

const ofCode = 'alike.code_id = own.code_id'

/** The places of the network or of the address, whichever has more, among those that fit. */
function kept(fits: string) {
  const sum = (column: string) => `coalesce(sum(${column}) filter (where ${fits}), 0)`
  return sql.raw(`greatest(${sum('of_network')}, ${sum('of_email')})`)
}

/** How many of them are kept from others. */
function heldOf(fits: string) {
  return sql.raw(`count(*) filter (where is_held and ${fits})`)
}
