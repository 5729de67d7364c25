import type { Registry } from '#registry/registry.ts'
import { leaveSeller } from './change-membership.ts'
import { closeSeller } from './change-seller.ts'
import { eraseUser } from './change-user.ts'
import { peopleSellerData } from './seller-data.ts'

/** Registers users, sellers, and the memberships between them. */
export function registerPeople({ endAccount, holdSellerData }: Registry): void {
  holdSellerData(peopleSellerData)
  endAccount({
    async eraseUser({ tx, now }, userId) {
      await leaveSeller(tx, userId)
      await eraseUser(tx, userId, now)
    },
    closeSeller: async ({ tx, now }, sellerId) => closeSeller(tx, sellerId, now),
  })
}
