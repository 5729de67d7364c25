import { z } from 'zod'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { processDueStatements } from '#buying/withdrawal/refund/process-statements.ts'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import { reconcile } from '#payments/purchases/register.ts'
import { reconcileRefunds } from '#payments/refunds/register.ts'
import { checkSubscriptions } from '#payments/subscriptions/sync/leave-disconnected.ts'
import { moveTo } from '#payments/subscriptions/test-subscriptions.ts'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { call, signUpSeller, type Answer, type TestApp, type TestSeller } from '#test-app.ts'
import type { Random } from '#foundation/values/random.ts'
import type { Currency, Seller, World } from './world.ts'

/** The simple model, and the product it is compared with. */
export type Run = {
  readonly app: TestApp
  readonly world: World
  readonly accounts: ReadonlyMap<Seller, Account>
}

type Account = { readonly seller: TestSeller; readonly email: string; token: string; signedInAt: number }

/** A difference between the product and its model. */
export class Mismatch extends Error {}

export function agree(what: string, actual: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (is !== should) throw new Mismatch(`${what}: ${is} instead of ${should}`)
}

const created = z.object({ id: z.string() })
const product = { title: 'A set of brushes', description: 'Soft' }

/** The initial state: three sellers, each with two bumps, an offer and two taxes, and five buyers. */
export async function beginRun(app: TestApp, random: Random): Promise<Run> {
  const accounts = new Map<Seller, Account>()
  const sellers: Seller[] = []
  for (const name of ['Ann', 'Ben', 'Cem']) {
    const seller = await signUpSeller(app)
    await locate(app, seller, 'DE')
    const { email } = await app.services.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', seller.userId)
      .executeTakeFirstOrThrow()
    const token = await signIn(app, email)
    const image = await addPicture(app, { ...seller, token })
    const add = async (path: string, body: object): Promise<string> =>
      created.parse((await call(app, 'POST', `/api/${path}`, { token, body })).body).id
    const bump = async (currency: Currency) => {
      const amount = random.between(100, 3_000)
      const fields = { ...product, image, currency, amount: major(amount, currency) }
      return { id: await add('bumps', fields), currency, amount, isDeleted: false }
    }
    const tax = async (isInclusive: boolean) => {
      const hundredths = random.between(0, 2_500)
      const fields = { title: 'VAT', percentage: hundredths / 100, inclusive: isInclusive }
      return { id: await add('taxes', fields), hundredths, isInclusive, isActive: true, isDeleted: false }
    }
    const amount = random.between(100, 5_000)
    const offer = await add('one-time-offers', { ...product, image, currency: 'usd', amount: amount / 100 })
    const one: Seller = {
      name,
      bumps: [await bump('usd'), await bump('usd'), await bump('jpy'), await bump('eur')],
      offer: { id: offer, amount, isActive: true },
      taxes: [await tax(false), await tax(true)],
      forms: [],
      isBasic: false,
    }
    accounts.set(one, { seller, email, token, signedInAt: app.clock.now().getTime() })
    sellers.push(one)
  }
  const id = random.below(1e9)
  const buyers = [1, 2, 3, 4, 5].map((number) => `buyer-${number}-${id}@example.com`)
  return { app, world: { sellers, buyers, purchases: [], visits: [] }, accounts }
}

async function signIn(app: TestApp, email: string): Promise<string> {
  const body = { email, password: 'correct-horse' }
  const answer = await call(app, 'POST', '/api/authentication/sign-in', { body })
  return z.object({ token: z.string() }).parse(answer.body).token
}

export function accountOf({ accounts }: Run, seller: Seller): Account {
  const account = accounts.get(seller)
  if (account === undefined) throw new Error(`${seller.name} has no account`)
  return account
}

/** Calls the API as a seller, and signs in again if the token has expired. */
export async function askAs(
  run: Run,
  seller: Seller,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const account = accountOf(run, seller)
  if (now(run) - account.signedInAt > 600_000) {
    account.token = await signIn(run.app, account.email)
    account.signedInAt = now(run)
  }
  return call(run.app, method, `/api${path}`, { token: account.token, body, headers })
}

export function now({ app }: Run): number {
  return app.clock.now().getTime()
}

export function major(amount: number, currency: string): number {
  return currency === 'jpy' ? amount : amount / 100
}

/** Moves the clocks of the product and the model, and runs the background jobs until none is due. */
export async function letTimePass(run: Run, milliseconds: number): Promise<void> {
  await moveTo(run.app, new Date(now(run) + milliseconds))
  const { app } = run
  const jobs = [workOffEvents, reconcile, reconcileRefunds, checkSubscriptions, processDueStatements]
  for (let rounds = 0; rounds < 50; rounds += 1) {
    await app.sandbox.untilDelivered()
    let done = 0
    for (const job of jobs) done += await job(app.services)
    if (done === 0) return
  }
  throw new Mismatch('the background work never ends')
}
