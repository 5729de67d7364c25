import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { findTestMail } from '#accounts/identity/test-mails.ts'
import {
  errorsOf,
  startPeople,
  tokenOf,
  userOf,
  type People,
  type Person,
} from '#accounts/identity/test-people.ts'
import { answerBank, call, sandboxList, setFaults } from '#test-app.ts'
import { registration } from './contract.ts'

let people: People
beforeAll(async () => {
  people = await startPeople()
})
afterAll(async () => people.app.close())

const register = (person: Pick<Person, 'email' | 'name'>, token: string, fields: object = {}) =>
  people.post('register', { email: person.email, name: person.name, ...fields }, {}, token)

const begin = async () => {
  const { person, answer } = await people.signUp()
  return { person, token: tokenOf(answer), id: userOf(answer).id }
}

const billing = z.array(z.object({ plan: z.string(), status: z.string() }))
const plansOf = async (token: string) =>
  billing.parse((await call(people.app, 'GET', '/api/stripe/account-billing', { token })).body)

const succeededCharges = async () =>
  (await sandboxList(people.app, 'charges')).filter(({ status }) => status === 'succeeded')

test('registering without a plan starts the BASIC trial without a card', async () => {
  const { person, token } = await begin()
  const answer = await register(person, token, { plan: 'None', paymentMethodId: '' })

  expect(answer.status).toBe(201)
  expect(userOf(answer).email).toBe(person.email)
  expect(await plansOf(token)).toMatchObject([{ plan: 'BASIC' }])
  expect(await findTestMail(people.app, person.email, 'account-confirm')).toBeDefined()
})

test('a new shop has the name given at sign-up, or else its owner’s', async () => {
  const shopOf = async (fields: object) => {
    const answer = await people.post('sign-up', { ...people.newPerson(), ...fields })
    return (await call(people.app, 'GET', '/api/seller/shop', { token: tokenOf(answer) })).body
  }

  expect(await shopOf({ shopName: ' Harbor Ceramics ' })).toMatchObject({ name: 'Harbor Ceramics' })
  expect(await shopOf({ shopName: '' })).toMatchObject({ name: 'Ada Lovelace' })
  expect(await shopOf({})).toMatchObject({ name: 'Ada Lovelace' })
})

test('registering for BASIC starts its trial on Stripe without a card', async () => {
  const { person, token } = await begin()

  expect((await register(person, token, { plan: 'BASIC' })).status).toBe(201)
  expect(await plansOf(token)).toMatchObject([{ plan: 'BASIC', status: 'trialing' }])
})

test('registering for a paid plan charges the card only once, even when retried', async () => {
  const { person, token } = await begin()
  const before = (await succeededCharges()).length
  const fields = { plan: 'GROWTH', paymentMethodId: 'pm_card_visa' }
  for (const answer of [await register(person, token, fields), await register(person, token, fields)]) {
    expect([answer.status, registration.parse(answer.body).clientSecret]).toEqual([201, null])
  }

  expect(await plansOf(token)).toMatchObject([{ plan: 'GROWTH', status: 'active' }])
  expect((await succeededCharges()).length).toBe(before + 1)
})

test('a person whose card is declined can register with another card', async () => {
  const { person, token } = await begin()
  const declined = await register(person, token, {
    plan: 'GROWTH',
    paymentMethodId: 'pm_card_chargeCustomerFail',
  })
  expect([declined.status, declined.body]).toMatchObject([402, { code: 'card_declined' }])
  expect(await findTestMail(people.app, person.email, 'account-confirm')).toBeUndefined()

  const paid = await register(person, token, { plan: 'GROWTH', paymentMethodId: 'pm_card_visa' })
  expect(paid.status).toBe(201)
  expect(await plansOf(token)).toMatchObject([{ plan: 'GROWTH', status: 'active' }])
})

test('a registration completes only after the bank has authenticated the card', async () => {
  const { person, token } = await begin()
  const fields = { plan: 'GROWTH', paymentMethodId: 'pm_card_authenticationRequired' }
  const answer = await register(person, token, fields)

  expect(answer.status).toBe(201)
  const secret = registration.parse(answer.body).clientSecret ?? ''
  expect(secret).toMatch(/^pi_.+_secret_/)
  expect(await findTestMail(people.app, person.email, 'account-confirm')).toBeUndefined()
  await answerBank(people.app, secret)

  const again = await register(person, token, { plan: 'GROWTH' })
  expect(registration.parse(again.body).clientSecret).toBeNull()
  expect(await plansOf(token)).toMatchObject([{ plan: 'GROWTH', status: 'active' }])
  expect(await findTestMail(people.app, person.email, 'account-confirm')).toBeDefined()
})

test('a registration retried after a lost response from Stripe subscribes only once', async () => {
  const { person, token } = await begin()
  const before = (await succeededCharges()).length
  await setFaults(people.app, {
    calls: [{ method: 'POST', path: '/v1/subscriptions', times: 9, fault: { kind: 'cut_after' } }],
  })
  await register(person, token, { plan: 'GROWTH', paymentMethodId: 'pm_card_visa' })
  await setFaults(people.app, {})
  const again = await register(person, token, { plan: 'GROWTH', paymentMethodId: 'pm_card_visa' })

  expect(again.status).toBe(201)
  expect(await plansOf(token)).toMatchObject([{ plan: 'GROWTH', status: 'active' }])
  expect((await succeededCharges()).length).toBe(before + 1)
})

test('GROWTH requires a card at registration, and PARTNER_FREE requires a partner', async () => {
  const { person, token } = await begin()

  expect((await register(person, token, { plan: 'GROWTH' })).status).toBe(409)
  expect((await register(person, token, { plan: 'PARTNER_FREE' })).status).toBe(403)
})

test('an invalid card is rejected with an error for its field or Stripe’s message', async () => {
  const { person, token } = await begin()
  const withCard = (paymentMethodId: string) => register(person, token, { plan: 'GROWTH', paymentMethodId })

  for (const wrong of ['.', '..', 'pm_../x', '4242424242424242']) {
    expect(errorsOf(await withCard(wrong))).toEqual({ paymentMethodId: 'This payment method is not valid' })
  }
  expect((await withCard('')).body).toMatchObject({ code: 'card_needed' })
  expect(await withCard('pm_nope')).toMatchObject({
    status: 402,
    body: { message: "No such PaymentMethod: 'pm_nope'" },
  })
})

test('registration errors, such as for someone else’s email address, are reported for their fields', async () => {
  const { person, token } = await begin()
  const errors = async (fields: object) => errorsOf(await register(person, token, fields))

  expect(await errors({ name: ' ' })).toEqual({ name: 'This field is required' })
  expect(await errors({ plan: 'GOLD' })).toEqual({ plan: 'Choose one of the listed values' })
  expect(await errors({ email: 'a'.repeat(129) })).toEqual({ email: 'to long' })
  expect(await errors({ email: 'nonsense' })).toHaveProperty(
    'email',
    expect.stringContaining('Invalid Email format'),
  )
  expect(await errors({ email: 'else@example.com' })).toHaveProperty('email')
  expect((await register(person, '')).status).toBe(401)
})
