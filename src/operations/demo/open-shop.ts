import { z } from 'zod'
import { subscribeSeller } from '#accounts/billing/subscription/subscribe-seller.ts'
import type { Config } from '#foundation/config/config.ts'
import type { Services } from '#registry/services.ts'
import { openDemoApi, type DemoApi, type DemoServer } from './demo-api.ts'
import { demoAccount } from './demo-shop.ts'
import { confirmDemoAddress, findDemoSeller } from './store.ts'

const { email } = demoAccount

/** Signs the demo's seller up or in and makes them ready to sell. Returns the API for the seller's calls. */
export async function openShop(server: DemoServer, services: Services, config: Config): Promise<DemoApi> {
  const known = await findDemoSeller(services.db, email)
  const api = openDemoApi(server, await enter(server, known !== undefined))
  await makeReady(services, api, config)
  return api
}

/** Signs the demo's seller up or in. Returns the token. */
async function enter(server: DemoServer, isKnown: boolean): Promise<string> {
  const api = openDemoApi(server)
  const session = isKnown
    ? await api.call('POST', '/authentication/sign-in', { body: { email, password: demoAccount.password } })
    : await api.call('POST', '/authentication/sign-up', { body: demoAccount })
  return z.object({ token: z.string() }).parse(session).token
}

/** Sets up the plan that includes everything, with a sandbox card on file, and completes the onboarding. */
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

/** Completes the seller's onboarding page in the sandbox. */
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
