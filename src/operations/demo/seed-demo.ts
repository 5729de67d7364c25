import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { subscribeSeller } from '#accounts/billing/subscribe-seller.ts'
import type { Config } from '#foundation/config.ts'
import type { Services } from '#foundation/services.ts'
import { openDemoApi, type DemoApi } from './demo-api.ts'
import { demoAccount, demoForms, demoSales } from './demo-shop.ts'
import { seedForms } from './seed-forms.ts'
import { seedSales } from './seed-sales.ts'
import { confirmDemoAddress, findDemoSeller, hasOtherSellers, hasSoldTo, listForms } from './store.ts'

export type Demo = {
  readonly email: string
  readonly password: string
  readonly forms: readonly { readonly title: string; readonly path: string }[]
}

const { email } = demoAccount

/**
 * Gives an empty store a seller with forms and sales, by the same routes that people would use. What an earlier start
 * left unfinished is finished; nothing is added to a store that has other sellers. Answers how to sign in while the demo
 * seller is there.
 */
export async function seedDemo(
  server: FastifyInstance,
  services: Services,
  config: Config,
): Promise<Demo | undefined> {
  const { db } = services
  const known = await findDemoSeller(db, email)
  const isOfOthers = await hasOtherSellers(db, known)
  if (known === undefined && isOfOthers) return undefined
  if (known === undefined || (!isOfOthers && !(await isFinished(services, known)))) {
    const api = openDemoApi(server, await enter(server, known !== undefined))
    await makeReady(services, api, config)
    await seedSales(api, await seedForms(api, services.clock.now()))
  }
  const sellerId = await findDemoSeller(db, email)
  if (sellerId === undefined) return undefined
  const forms = await listForms(db, sellerId, demoForms.length)
  return { ...demoAccount, forms: forms.map(({ id, title }) => ({ title, path: `/payment/${id}` })) }
}

/** The last sale is the last thing that is made. */
async function isFinished({ db }: Services, sellerId: string): Promise<boolean> {
  const last = demoSales.at(-1)
  return last === undefined || hasSoldTo(db, sellerId, last.email)
}

/** Signs the demo's seller up or in; answers the token. */
async function enter(server: FastifyInstance, isKnown: boolean): Promise<string> {
  const api = openDemoApi(server)
  const session = isKnown
    ? await api.call('POST', '/authentication/sign-in', { body: { email, password: demoAccount.password } })
    : await api.call('POST', '/authentication/sign-up', { body: demoAccount })
  return z.object({ token: z.string() }).parse(session).token
}

/** The plan that opens everything, with a card of the sandbox on file, and an onboarding that is completed. */
async function makeReady(services: Services, api: DemoApi, config: Config): Promise<void> {
  await confirmDemoAddress(services.db, email)
  const sellerId = await findDemoSeller(services.db, email)
  if (sellerId === undefined) throw new Error('The demo has no seller')
  await subscribeSeller(services, {
    sellerId,
    email,
    name: demoAccount.name,
    role: 'Customer',
    plan: 'GROWTH',
    paymentMethodId: 'pm_card_visa',
  })
  await completeOnboarding(api, config)
}

/** Does at the sandbox what the seller would do on its onboarding page. */
async function completeOnboarding(api: DemoApi, config: Config): Promise<void> {
  const check = () => api.call('GET', '/stripe/check-account-boarding', {})
  await check()
  const accounts = z
    .object({ data: z.array(z.object({ id: z.string(), email: z.string().nullish() })) })
    .parse(await (await fetch(`${config.provider.apiBase}/sandbox/accounts`)).json())
  const mine = accounts.data.find((account) => account.email === email)
  await fetch(`${config.provider.apiBase}/sandbox/accounts/${mine?.id ?? ''}/complete`, { method: 'POST' })
  await check()
}
