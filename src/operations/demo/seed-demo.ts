import type { Config } from '#foundation/config/config.ts'
import type { Services } from '#registry/services.ts'
import type { DemoServer } from './demo-api.ts'
import { demoAccount, demoForms, demoSales } from './demo-shop.ts'
import { openShop } from './open-shop.ts'
import { seedForms } from './seed-forms.ts'
import { seedSales } from './seed-sales.ts'
import { findDemoSeller, hasOtherSellers, hasSoldTo, listForms } from './store.ts'

export type Demo = {
  readonly email: string
  readonly password: string
  readonly forms: readonly { readonly title: string; readonly path: string }[]
  /** Whether some of it was made just now. */
  readonly isNew: boolean
}

const { email } = demoAccount

/**
 * Gives an empty store a seller with forms and sales, by the same routes that people would use. What an earlier start
 * left unfinished is finished; nothing is added to a store that has other sellers. Answers how to sign in while the demo
 * seller is there.
 */
export async function seedDemo(
  server: DemoServer,
  services: Services,
  config: Config,
): Promise<Demo | undefined> {
  const { db } = services
  const known = await findDemoSeller(db, email)
  const isOfOthers = await hasOtherSellers(db, known)
  if (known === undefined && isOfOthers) return undefined
  const isNew = known === undefined || (!isOfOthers && !(await isFinished(services, known)))
  if (isNew) {
    const api = await openShop(server, services, config)
    await seedSales(api, await seedForms(api, services.clock.now()))
  }
  const sellerId = await findDemoSeller(db, email)
  if (sellerId === undefined) return undefined
  const forms = await listForms(db, sellerId, demoForms.length)
  return { ...demoAccount, forms: forms.map(({ id, title }) => ({ title, path: `/payment/${id}` })), isNew }
}

/** The last sale is the last thing that is made. */
async function isFinished({ db }: Services, sellerId: string): Promise<boolean> {
  const last = demoSales.at(-1)
  return last === undefined || hasSoldTo(db, sellerId, last.email)
}
