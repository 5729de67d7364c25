// @module-tag long simulates attacks from many networks
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { tokenOf, ownHeaders } from '#accounts/identity/test-people.ts'
import { proofHeader } from '#foundation/limits/proof-header.ts'
import { answerChallenge } from '#foundation/limits/test-proving.ts'
import { signInContract } from '#accounts/sign-in/contract.ts'
import { call, sandboxList, startTestApp, type Answer, type TestApp } from '#test-app.ts'
import { billingContract } from './contract.ts'
import { takeEvents } from './test-billing.ts'
import { countDeclineWithSecret } from './try-plan-card.ts'

let app: TestApp
let lines: string[]
beforeEach(async () => {
  lines = []
  const log = { write: (line: string) => void lines.push(line) }
  app = await startTestApp({ config: { areRatesLimited: true, trustedProxies: ['127.0.0.1'] }, log })
})
afterEach(async () => app.close())

type Visitor = { readonly email: string; readonly token: string; readonly network: string }
let people = 0

const post = (
  path: string,
  { network, token, proof, body }: { network: string; token?: string; proof?: string; body?: object },
) =>
  call(app, 'POST', `/api/${path}`, {
    body: body ?? {},
    token,
    headers: {
      ...ownHeaders(app),
      'x-forwarded-for': network,
      ...(proof === undefined ? {} : { [proofHeader]: proof }),
    },
  })

async function signUp(network: string): Promise<Visitor> {
  const email = `visitor-${(people += 1)}@example.com`
  const body = { name: 'Ada Novak', email, password: 'a fine long password' }
  const answer = await post('authentication/sign-up', { network, body })
  return { email, network, token: tokenOf(answer) }
}

const register = ({ email, network, token }: Visitor, fields: object, proof?: string) =>
  post('authentication/register', {
    network,
    token,
    body: { email, name: 'Ada Novak', ...fields },
    ...(proof === undefined ? {} : { proof }),
  })

const declined = { plan: 'GROWTH', paymentMethodId: 'pm_card_chargeCustomerFail' }
const good = { plan: 'GROWTH', paymentMethodId: 'pm_card_visa' }

const challengeOf = ({ body }: Answer) =>
  z.object({ code: z.literal('proof_needed'), details: z.object({ challenge: z.string() }) }).parse(body)
    .details.challenge

/** Every route that tries a card. */
const ways = ['changePlan', 'payPlan', 'register', 'setUpPlanCard']

const failedCharges = async () =>
  (await sandboxList(app, 'charges')).filter(({ status }) => status === 'failed').length

const secretOf = ({ body }: Answer) => z.object({ clientSecret: z.string() }).parse(body).clientSecret

/** Tries a card as a browser with the client secret can. Returns the status of Stripe's response. */
async function confirm(secret: string, card: string): Promise<number> {
  const [id = ''] = secret.split('_secret_')
  const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  const response = await fetch(`${app.sandbox.url}/v1/${kind}/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_tillform_sandbox' },
    body: new URLSearchParams({ client_secret: secret, payment_method: card }),
  })
  return response.status
}

/** Sets up a card as the browser does. Returns the id under which it can be saved. */
async function setUpCard(seller: Visitor): Promise<string> {
  const secret = secretOf(await post('stripe/plan-card/setup', seller))
  expect(await confirm(secret, 'pm_card_visa')).toBe(200)
  return secret.split('_secret_')[0] ?? ''
}

/**
 * Only a few at the same time, because on a busy machine more of them would wait for Stripe beyond a request's time
 * limit.
 */
async function inGroups<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let from = 0; from < all.length; from += 3)
    done.push(...(await Promise.all(all.slice(from, from + 3).map(work))))
  return done
}

/** Tries six stolen cards from each of thirty networks. Returns the response statuses. */
async function attack(): Promise<number[]> {
  const networks = Array.from({ length: 30 }, (_, index) => `198.51.100.${index}`)
  const visitors = await inGroups(networks, signUp)
  const answers: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const found = await inGroups(visitors, (visitor) => register(visitor, declined))
    answers.push(...found.map(({ status }) => status))
  }
  return answers
}

// Proves plan-card-testing.
test('sign-up stops stolen cards from thirty networks but lets an honest seller in', async () => {
  const answers = await attack()

  expect(answers.length).toBe(180)
  expect(await failedCharges()).toBeLessThanOrEqual(40)
  expect(answers.filter((status) => status === 428).length).toBeGreaterThanOrEqual(140)
  expect(lines.filter((line) => line.includes('"alarm":true') && line.includes('stolen cards'))).toHaveLength(
    1,
  )

  const honest = await signUp('203.0.113.7')
  const asked = await register(honest, good)
  expect(asked.status).toBe(428)
  const proof = answerChallenge(challengeOf(asked))
  const registered = await register(honest, good, proof)
  expect(registered.status).toBe(201)
  const { body } = await call(app, 'GET', '/api/stripe/account-billing', { token: honest.token })
  expect(body).toMatchObject([{ plan: 'GROWTH', status: 'active' }])

  // A proof of work is valid only once, and only for its seller.
  const other = await signUp('203.0.113.8')
  const theirs = answerChallenge(challengeOf(await register(other, declined)))
  expect((await register(honest, good, theirs)).status).toBe(428)
  expect((await register(other, declined, theirs)).status).toBe(402)
  expect((await register(other, declined, theirs)).status).toBe(428)

  // A trial does not try a card, so it needs no proof.
  const cautious = await signUp('203.0.113.9')
  for (const plan of ['BASIC', 'BASIC', 'None']) {
    expect((await register(cautious, { plan })).status).toBe(201)
  }

  app.clock.advance(60 * 60)
  expect((await register(await signUp('203.0.113.10'), good)).status).toBe(201)
})

// Proves plan-card-testing.
test('during an attack every route that tries a card requires a proof of work', async () => {
  await attack()
  const seller = await signUp('203.0.113.7')
  const { token } = seller
  const first = await register(seller, declined)
  expect((await register(seller, declined, answerChallenge(challengeOf(first)))).status).toBe(402)
  const charges = await failedCharges()
  const billing = z.array(z.object({ id: z.string(), plan: z.string() }))
  const [plan] = billing.parse((await call(app, 'GET', '/api/stripe/account-billing', { token })).body)
  const bodies: Readonly<Record<string, object>> = {
    register: { email: seller.email, name: 'Ada Novak', ...good },
    changePlan: { plan: 'BASIC', email: seller.email, currentSubscriptionId: plan?.id },
  }
  const routes = Object.entries({ ...billingContract, ...signInContract }).filter(
    ([, { failures }]) => 'proof_needed' in failures,
  )
  expect(routes.map(([name]) => name).toSorted()).toEqual(ways.toSorted())
  for (const [name, { path }] of routes) {
    const asked = await post(path.slice(1), { ...seller, body: bodies[name] ?? {} })
    expect([name, asked.status]).toEqual([name, 428])
  }
  expect(await failedCharges()).toBe(charges)

  const setUp = {
    ...seller,
    proof: answerChallenge(challengeOf(await post('stripe/plan-card/setup', seller))),
  }
  expect((await post('stripe/plan-card/setup', setUp)).status).toBe(200)
  const again = answerChallenge(challengeOf(await register(seller, good)))
  expect((await register(seller, good, again)).status).toBe(201)
})

test('setting up cards counts as an attack only if they are never saved', async () => {
  for (let index = 0; index < 35; index += 1) {
    const seller = await signUp(`203.0.113.${index}`)
    const setupIntentId = await setUpCard(seller)
    // A card that is saved twice, as after a lost response, counts only once.
    for (let time = 0; time < 2; time += 1) {
      const saved = await post('stripe/plan-card', { ...seller, body: { setupIntentId } })
      expect(saved.status).toBe(200)
    }
  }
  const statuses: number[] = []
  for (let index = 0; index < 31; index += 1) {
    const seller = await signUp(`198.51.100.${index}`)
    statuses.push((await post('stripe/plan-card/setup', seller)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 428])
})

test('many sellers starting paid plans do not count as an attack', async () => {
  for (let index = 0; index < 35; index += 1) {
    const network = `203.0.113.${index}`
    expect((await register(await signUp(network), good)).status).toBe(201)
  }
})

// Proves plan-card-testing.
test('one network can set up twenty cards an hour across all its accounts', async () => {
  const visitors = await inGroups(
    Array.from({ length: 10 }, () => '198.51.100.1'),
    signUp,
  )
  const answers: number[] = []
  for (const visitor of visitors) {
    for (let round = 0; round < 4; round += 1) {
      answers.push((await post('stripe/plan-card/setup', visitor)).status)
    }
  }

  expect(answers.filter((status) => status === 200)).toHaveLength(20)
  expect(answers.filter((status) => status === 429)).toHaveLength(20)
  // Rejected attempts do not count against other networks.
  expect((await post('stripe/plan-card/setup', await signUp('203.0.113.7'))).status).toBe(200)
})

// Proves plan-card-testing.
test('after five declined cards, a card setup is canceled, and its seller and network cannot start another', async () => {
  const [thief, honest] = [await signUp('198.51.100.1'), await signUp('203.0.113.7')]
  const [used, spare] = [
    secretOf(await post('stripe/plan-card/setup', thief)),
    secretOf(await post('stripe/plan-card/setup', thief)),
  ]
  const theirs = secretOf(await post('stripe/plan-card/setup', honest))
  for (let time = 0; time < 4; time += 1) await confirm(used, 'pm_card_visa_chargeDeclined')
  await confirm(theirs, 'pm_card_visa_chargeDeclined')
  await takeEvents(app)
  expect((await post('stripe/plan-card/setup', thief)).status).toBe(200)
  await confirm(used, 'pm_card_visa_chargeDeclined')
  await confirm(spare, 'pm_card_visa_chargeDeclined')
  await takeEvents(app)

  expect([await confirm(used, 'pm_card_visa'), await confirm(spare, 'pm_card_visa')]).toEqual([400, 400])
  expect(await confirm(theirs, 'pm_card_visa')).toBe(200)
  const elsewhere = { ...thief, network: '198.51.100.2' }
  const another = await signUp(thief.network)
  for (const refused of [thief, elsewhere, another])
    expect((await post('stripe/plan-card/setup', refused)).status).toBe(429)
  expect((await post('stripe/plan-card/setup', honest)).status).toBe(200)
  app.clock.advance(60 * 60)
  expect((await post('stripe/plan-card/setup', await signUp(thief.network))).status).toBe(200)
})

// Proves plan-card-testing.
test('cards declined with the secret of a plan’s first payment end the plan, and alarm the operator', async () => {
  const thief = await signUp('198.51.100.1')
  const asked = await register(thief, { plan: 'GROWTH', paymentMethodId: 'pm_card_authenticationRequired' })
  const secret = secretOf(asked)
  for (let other = 0; other < 24; other += 1)
    await countDeclineWithSecret(app.services, { sellerId: `${other}`, networkKey: `${other}` })
  await Promise.all(Array.from({ length: 6 }, () => confirm(secret, 'pm_card_visa_chargeDeclined')))
  await takeEvents(app)

  expect(await confirm(secret, 'pm_card_visa')).toBe(400)
  const { body } = await call(app, 'GET', '/api/stripe/account-billing', { token: thief.token })
  expect(body).toMatchObject([{ plan: 'GROWTH', status: 'incomplete_expired' }])
  expect((await register(thief, good)).status).toBe(429)
  expect(lines.filter((line) => line.includes('"alarm":true'))).toHaveLength(1)
  expect((await register(await signUp('203.0.113.7'), good)).status).toBe(428)
})
