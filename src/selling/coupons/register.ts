import { sql } from 'kysely'
import { z } from 'zod'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { couponsContract, exportedCoupon } from './contract.ts'
import { describeCoupon } from './coupon-wire.ts'
import { couponsHandlers } from './handlers.ts'
import { listAllCoupons, removeCoupons } from './store.ts'

export function registerCoupons(
  { serve, holdSellerData, endAccount, exportAccount }: Registry,
  services: Services,
  dropPages: (formIds: readonly string[]) => void,
): void {
  serve(couponsContract, couponsHandlers(services, dropPages))
  holdSellerData({
    isInUse: (sellerId) => sql`exists (select from coupons where seller_id = ${sellerId})`,
    ownerOf: { coupons: (id) => sql<string>`select seller_id from coupons where id = ${id}` },
  })
  endAccount({
    closeSeller: async ({ tx, now }, sellerId) => void (await removeCoupons(tx, sellerId, now)),
  })
  exportAccount({
    name: 'coupons',
    entity: 'coupons',
    schema: z.array(exportedCoupon),
    async read(db, sellerId) {
      const rows = await listAllCoupons(db, sellerId)
      return rows.map((row) => ({ ...describeCoupon(row), codes: row.codes }))
    },
  })
}
