import { findOwner } from '#accounts/people/read-people.ts'
import { saveCustomerId } from '#accounts/people/change-seller.ts'
import type { Plan } from '#foundation/db/tables/billing.ts'
import type { Services } from '#registry/services.ts'
import { catalogue, productIdOf } from '../catalogue.ts'
import { findCustomerId } from '../store.ts'

/** The seller as the platform's customer on Stripe, created when first needed. */
export async function ensureCustomer({ db, provider }: Services, sellerId: string): Promise<string> {
  const known = await findCustomerId(db, sellerId)
  if (known !== null) return known
  const made = await provider.createPlanCustomer(sellerId)
  const owner = await findOwner(db, sellerId)
  if (owner !== undefined) {
    await provider.describePlanCustomer(made, { email: owner.email, name: owner.name })
  }
  await saveCustomerId(db, sellerId, made)
  return made
}

/** Stripe's price for a plan as the catalogue lists it now. */
export function findPrice({ provider }: Services, plan: Plan): Promise<string> {
  const { name, amount, currency } = catalogue[plan]
  return provider.findPlanPrice({
    productId: productIdOf(plan),
    name: `Tillform ${name}`,
    amount,
    currency,
  })
}
