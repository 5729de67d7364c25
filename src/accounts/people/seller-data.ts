import { sql } from 'kysely'
import type { SellerData } from '#registry/seller-data.ts'

export const peopleSellerData: SellerData = {
  isInUse: (sellerId) => sql`exists (
      select from sellers where id = ${sellerId} and onboarding_status <> 'uncompleted'
    ) or (select count(*) from members where seller_id = ${sellerId}) > 1`,
  shows: (sellerId, url) => sql`exists (select from users where image = ${url}) or exists (
      select from sellers where id = ${sellerId} and ${url} in (logo, wide_logo)
    )`,
}
