import {
  readMoneyMonths,
  readPlanMonths,
  type MonthOfMoney,
  type PlanMonth,
} from '#accounts/billing/plan-history.ts'
import { readSuspensions } from '#accounts/suspensions/suspend-seller.ts'
import { isId } from '#foundation/db/new-id.ts'
import { found } from '#foundation/failures/failure.ts'
import { pageNumbers } from '#foundation/lists/pages.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { adminContract, Revenue, ShopOfPlatform } from './contract.ts'
import { countSellers, findSellerInFull, listSellers, type SellerRow } from './store.ts'

/** How many months the revenue numbers cover, including the current one. */
const shownMonths = 13

export function adminHandlers(services: Services): Handlers<typeof adminContract> {
  const { db, clock } = services
  return {
    async listSellers({ query }) {
      return pageNumbers((await listSellers(db, query)).map(describeSeller), query)
    },

    async getSeller({ params }) {
      const row = found(isId(params.id) ? await findSellerInFull(db, params.id) : undefined)
      const suspensions = await readSuspensions(services, row.id)
      const { stripeAccountId, accountCountry, subscription } = row
      return {
        ...describeSeller(row),
        stripeAccountId,
        accountCountry,
        subscription,
        suspensions: suspensions.map(({ id, reason, suspendedAt, liftedAt }) => ({
          id,
          reason,
          suspendedAt: suspendedAt.toISOString(),
          liftedAt: liftedAt?.toISOString() ?? null,
        })),
      }
    },

    async readRevenue() {
      const now = clock.now()
      const [months, money, shops] = await Promise.all([
        readPlanMonths(db, now, shownMonths),
        readMoneyMonths(db, now, shownMonths),
        countSellers(db),
      ])
      return { months: [...months], currencies: byCurrency(months, money), shops }
    },
  }
}

function describeSeller({
  id,
  name,
  owner,
  plan,
  onboardingStatus,
  isSuspended,
  createdAt,
  closedAt,
}: SellerRow): ShopOfPlatform {
  return {
    id,
    name,
    owner,
    plan,
    onboardingStatus,
    isSuspended,
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  }
}

function byCurrency(months: readonly PlanMonth[], money: readonly MonthOfMoney[]): Revenue['currencies'] {
  return [...Map.groupBy(money, ({ currency }) => currency)].map(([currency, known]) => ({
    currency,
    months: months.map(({ month }) => {
      const { recurring = 0, lost = 0 } = known.find((row) => row.month === month) ?? {}
      return { recurring, lost }
    }),
  }))
}
