import type { Transaction } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { leaveSeller, setMember } from '#accounts/people/change-membership.ts'
import { closeSeller, lockSeller } from '#accounts/people/change-seller.ts'
import { addRight, makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { addFile, tinyVideo } from '#accounts/uploads/test-files.ts'
import { pay } from '#buying/checkout/pay/test-paying.ts'
import { slowDebit, tokenOf } from '#buying/checkout/pay/test-tokens.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { countWaiting } from '#foundation/db/test-waiting.ts'
import { subscribe } from '#payments/subscriptions/test-subscriptions.ts'
import {
  call,
  createTestForm,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { exportedAccount } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const password = 'correct-horse'
const read = (path: string, token: string) => call(app, 'GET', path, { token })
const edit = ({ userId, token }: TestSeller, body: object) =>
  call(app, 'PATCH', `/api/users/${userId}`, { token, body })
const erase = ({ token }: TestSeller, body: object = { password }) =>
  call(app, 'POST', '/api/account/erase', { token, body })
const statusOf = async (path: string) => (await fetch(`${app.url}${path}`)).status

/** A seller with the plan of a new sign-up. */
const newcomer = () => signUpSeller(app, { plan: 'trial' })

const sellerOf = async ({ userId }: TestSeller) => {
  const members = app.services.db.selectFrom('members').select('sellerId')
  return (await members.where('userId', '=', userId).executeTakeFirstOrThrow()).sellerId
}

const uploadPhoto = async ({ token }: TestSeller) => {
  const square = sharp({ create: { width: 900, height: 900, channels: 3, background: '#0f6e84' } })
  const body = new FormData()
  body.set('type', 'divers')
  body.set('file', new Blob([new Uint8Array(await square.png().toBuffer())]), 'me.png')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${app.url}/api/uploads/pictures`, { method: 'POST', body, headers })
  return z.object({ url: z.string() }).parse(await response.json()).url
}

test('a profile photo must be the person’s own upload', async () => {
  const [seller, stranger] = [await signUpSeller(app), await signUpSeller(app)]
  const [first, second] = [await uploadPhoto(seller), await uploadPhoto(seller)]
  const foreign = await uploadPhoto(stranger)
  expect((await edit(seller, { photo: first })).body).toMatchObject({ photo: first })
  for (const photo of [foreign, '/pictures/divers-0.webp', 'https://evil.example/x.png']) {
    expect(await edit(seller, { photo })).toMatchObject({
      status: 422,
      body: { errors: { photo: 'Upload the picture again' } },
    })
  }
  expect((await edit(seller, { lastName: 'Byron' })).body).toMatchObject({ photo: first })
  expect((await edit(seller, { photo: second })).body).toMatchObject({ photo: second })
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  expect((await edit(seller, { photo: null })).body).toMatchObject({ photo: null })
  expect(await statusOf(second)).toBe(404)
})

// Proves export-and-erasure.
test('an export contains all data about the person and their shop but nothing about others', async () => {
  const [seller, stranger] = [await signUpSeller(app), await signUpSeller(app)]
  await createTestForm(app, stranger, { title: 'A stranger’s own course' })
  const image = await uploadPhoto(seller)
  const priced = { description: 'On paper', amount: 19.9, currency: 'usd' }
  const workbook = { title: 'A workbook of exercises', image, ...priced }
  const { token } = seller
  const made = await call(app, 'POST', '/api/bumps', { token, body: workbook })
  const bump = z.object({ id: z.string() }).parse(made.body).id
  const own = { title: 'A course to be exported', colorScheme: 'dark', bumps: [bump] }
  const form = await createTestForm(app, seller, own)
  await call(app, 'POST', '/api/taxes', {
    token: seller.token,
    body: { title: 'VAT', percentage: 8.5, inclusive: false },
  })
  const lesson = await addFile(app, seller, 'Lesson 1.mp4', tinyVideo)
  await addFile(app, stranger, 'A stranger’s lesson.txt')
  await pay(app, form, { email: 'exported@example.com' })
  const answer = await read('/api/account/export', seller.token)
  expect(Object.keys(z.looseObject({}).parse(answer.body))).toEqual([
    'exportedAt',
    'profile',
    'seller',
    'apiKeys',
    'suspensions',
    'shop',
    'files',
    'payoutOutcomes',
    'withdrawalPolicy',
    'forms',
    'bumps',
    'offers',
    'taxRegions',
    'taxes',
    'coupons',
    'sales',
    'invoiceSeries',
    'customers',
    'savedViews',
    'lostPayments',
    'notifications',
    'pushDevices',
    'webhooks',
    'conversions',
  ])
  const exported = exportedAccount.parse(answer.body)
  expect(exported).toMatchObject({
    profile: { id: seller.userId },
    files: [lesson],
    forms: [{ id: form, title: 'A course to be exported', amount: 49, colorScheme: 'dark', bumps: [bump] }],
    bumps: [{ title: 'A workbook of exercises', amount: 19.9 }],
    offers: [],
    taxes: [{ title: 'VAT', percentage: 8.5 }],
    sales: [{ currency: 'usd', purchases: 1, total: 49, taxAmount: 0, refunded: 0 }],
  })
  expect(JSON.stringify(answer.body)).not.toMatch(/stranger|scrypt|sellerId|deletedAt|exported@example\.com/)
})

// Proves route-rights.
test('a member’s export has only the data their role can read', async () => {
  const owner = await signUpSeller(app)
  await createTestForm(app, owner, { title: 'A course of the shop' })
  const view = { list: 'customers', name: 'Regulars', isShared: true, filter: { q: 'canary@example.com' } }
  await call(app, 'POST', '/api/saved-views', { token: owner.token, body: view })
  const address = { name: 'Canary Ltd', addressLine1: 'Canary Wharf 1', city: 'London', country: 'GB' }
  await call(app, 'PATCH', '/api/seller/invoice-details', { token: owner.token, body: address })
  const exportOf = async (role: string) => {
    const { token } = await signUpMember(app, owner, role)
    return z.looseObject({}).parse((await read('/api/account/export', token)).body)
  }
  const own = ['exportedAt', 'profile', 'seller', 'suspensions', 'shop', 'savedViews', 'notifications']

  const ofTimers = await exportOf(await makeRole(app, 'timers', ['read']))
  expect(Object.keys(ofTimers)).toEqual([...own, 'pushDevices'])
  expect(ofTimers).toMatchObject({ seller: { invoiceDetails: null }, savedViews: [] })
  expect(JSON.stringify(ofTimers)).not.toMatch(/course of the shop|canary/i)

  const ofForms = await exportOf(await makeRole(app, 'forms', ['read']))
  expect(ofForms).toMatchObject({ forms: [{ title: 'A course of the shop' }] })
  const ofAll = await makeRole(app, 'customers', ['read'])
  await addRight(app, ofAll, 'billing', ['read'])
  expect(await exportOf(ofAll)).toMatchObject({
    customers: [],
    savedViews: [{ name: 'Regulars' }],
    seller: { invoiceDetails: { name: 'Canary Ltd' } },
    withdrawalPolicy: {},
  })
})

test('erasing an account requires the password', async () => {
  const seller = await newcomer()
  expect((await erase(seller, {})).body).toMatchObject({ errors: { password: 'This field is required' } })
  expect((await erase(seller, { password: 'wrong' })).body).toMatchObject({
    errors: { password: 'Wrong password ' },
  })
  expect((await read('/api/account/sessions', seller.token)).status).toBe(200)
})

// Proves export-and-erasure.
test('erasing the last member closes the shop and removes their name but keeps accounting records', async () => {
  const seller = await newcomer()
  const form = await createTestForm(app, seller)
  const photo = await uploadPhoto(seller)
  await edit(seller, { photo, firstname: 'Canarina', lastName: 'Featherstone' })
  expect((await pay(app, form, { email: 'kept@example.com' })).status).toBe(200)
  const { email } = z
    .object({ email: z.string() })
    .parse((await read(`/api/users/${seller.userId}`, seller.token)).body)
  expect(await statusOf(`/payment/${form}`)).toBe(200)
  const erased = await erase(seller)

  expect([erased.status, erased.body]).toEqual([200, { isSellerClosed: true }])
  expect(erased.headers.getSetCookie().join()).toContain('Max-Age=0')
  expect((await read('/api/forms', seller.token)).status).toBe(401)
  const again = await call(app, 'POST', '/api/authentication/sign-in', { body: { email, password } })
  expect(again.body).toMatchObject({ code: 'user-not-found' })
  expect([await statusOf(`/payment/${form}`), await statusOf(photo)]).toEqual([410, 404])
  expect((await pay(app, form, { email: 'late@example.com' })).status).toBe(410)
  const { db } = app.services
  const user = await db.selectFrom('users').selectAll().where('id', '=', seller.userId).executeTakeFirst()
  expect(user).toMatchObject({ name: '', firstname: '', lastName: '', image: null })
  expect(user?.email).toBe(`${seller.userId}@erased.invalid`)
  const kept = await db
    .selectFrom('purchases')
    .select(['email', 'status'])
    .where('formId', '=', form)
    .execute()
  expect(kept).toEqual([{ email: 'kept@example.com', status: 'paid' }])
})

test('an account is erased only after Stripe has ended the closing shop’s plan', async () => {
  const seller = await newcomer()
  const sellerId = await sellerOf(seller)
  await read('/api/stripe/account-billing', seller.token)
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/subscriptions/*', times: 9, fault: { kind: 'error', status: 500 } }],
  })
  const refused = await erase(seller)
  await setFaults(app, { calls: [] })
  expect(refused.status).toBeGreaterThanOrEqual(500)
  expect((await read(`/api/users/${seller.userId}`, seller.token)).status).toBe(200)
  expect((await erase(seller)).status).toBe(200)
  const plan = await app.services.db
    .selectFrom('planSubscriptions')
    .select(['status', 'cancelAtPeriodEnd'])
    .where('sellerId', '=', sellerId)
    .executeTakeFirst()
  expect(plan).toEqual({ status: 'trialing', cancelAtPeriodEnd: true })
})

test('a seller with active subscriptions cannot close before they are canceled', async () => {
  const seller = await newcomer()
  const { purchaseId } = await subscribe(app, seller)
  expect(await erase(seller)).toMatchObject({ status: 409, body: { code: 'subscriptions_running' } })
  await app.services.db
    .updateTable('subscriptions')
    .set({ cancelAtPeriodEnd: true })
    .where('orderId', '=', purchaseId)
    .execute()
  expect((await erase(seller)).status).toBe(200)
})

test('a seller cannot close while a subscription’s first bank debit is pending', async () => {
  const seller = await newcomer()
  const confirmationToken = await tokenOf(app, seller.account, slowDebit, true)
  await subscribe(app, seller, { currency: 'eur' }, { paymentMethodId: null, confirmationToken })
  expect(await erase(seller)).toMatchObject({ status: 409, body: { code: 'subscriptions_running' } })
})

test('a seller cannot close while a buyer can still confirm a subscription’s first payment', async () => {
  const seller = await newcomer()
  await subscribe(app, seller, {}, { paymentMethodId: 'pm_card_authenticationRequired' })
  expect(await erase(seller)).toMatchObject({ status: 409, body: { code: 'subscriptions_running' } })
})

test('no subscription starts after its shop has closed', async () => {
  const seller = await newcomer()
  const sellerId = await sellerOf(seller)
  const form = await createTestForm(app, seller, { priceType: 'RecurringPrice', billingPeriod: 'Monthly' })
  const { paying } = await inTransaction(app.services.db, async (tx) => {
    await lockSeller(tx, sellerId)
    const begun = pay(app, form)
    await expect.poll(() => countWaiting(tx)).toBe(1)
    await closeSeller(tx, sellerId, app.clock.now())
    return { paying: begun }
  })
  expect((await paying).status).toBe(503)
  const begun = app.services.db.selectFrom('subscriptions').select(['status', 'stripeSubscriptionId'])
  expect(await begun.where('sellerId', '=', sellerId).execute()).toEqual([
    { status: 'incomplete', stripeSubscriptionId: null },
  ])
})

async function teamOfTwo() {
  const [owner, member] = [await newcomer(), await newcomer()]
  const form = await createTestForm(app, owner)
  const { db } = app.services
  const sellerId = await sellerOf(owner)
  const { id: roleId } = await db.selectFrom('roles').select('id').limit(1).executeTakeFirstOrThrow()
  await db
    .updateTable('members')
    .set({ sellerId, isOwner: false, roleId })
    .where('userId', '=', member.userId)
    .execute()
  return { owner, member, form, sellerId, roleId }
}

/** Erases a member's account while another change to the team is in progress. */
async function eraseDuring(
  sellerId: string,
  member: TestSeller,
  change: (tx: Transaction<Database>) => Promise<void>,
) {
  let erasing: ReturnType<typeof erase> | undefined
  await inTransaction(app.services.db, async (tx) => {
    await lockSeller(tx, sellerId)
    erasing = erase(member)
    await expect.poll(() => countWaiting(tx)).toBeGreaterThan(0)
    await change(tx)
  })
  return erasing
}

// Proves last-member.
test('a member removed from the team during their erasure does not close the shop', async () => {
  const { owner, member, form, sellerId } = await teamOfTwo()
  const erased = await eraseDuring(sellerId, member, (tx) => leaveSeller(tx, member.userId))

  expect(erased).toMatchObject({ status: 409, body: { code: 'team_changed' } })
  expect(await statusOf(`/payment/${form}`)).toBe(200)
  expect((await read('/api/forms', owner.token)).status).toBe(200)
})

// Proves last-member.
test('a member who becomes the owner during their erasure is not erased', async () => {
  const { owner, member, sellerId, roleId } = await teamOfTwo()
  const erased = await eraseDuring(sellerId, member, async (tx) => {
    await setMember(tx, owner.userId, { isOwner: false, roleId })
    await setMember(tx, member.userId, { isOwner: true, roleId: null })
  })

  expect(erased).toMatchObject({ status: 409, body: { code: 'owner_of_team' } })
  expect((await read('/api/forms', member.token)).status).toBe(200)
})

test('erasing one of several members leaves the shop open, but its owner cannot be erased', async () => {
  const { owner, member, form } = await teamOfTwo()

  expect(await erase(owner)).toMatchObject({ status: 409, body: { code: 'owner_of_team' } })
  expect((await erase(member)).body).toEqual({ isSellerClosed: false })
  expect(await statusOf(`/payment/${form}`)).toBe(200)
  expect((await read('/api/forms', owner.token)).status).toBe(200)
})

test('the last SuperAdmin cannot be erased until there is another one', async () => {
  const [last, next] = [await newcomer(), await newcomer()]
  const promote = ({ userId }: TestSeller) =>
    app.services.db.updateTable('users').set({ role: 'SuperAdmin' }).where('id', '=', userId).execute()
  await promote(last)
  expect(await erase(last)).toMatchObject({ status: 409, body: { code: 'last_super_admin' } })
  await promote(next)
  expect((await erase(last)).status).toBe(200)
})

test('erasing an account without a password requires a sign-in within the last ten minutes', async () => {
  const seller = await newcomer()
  await app.services.db.deleteFrom('identities').where('userId', '=', seller.userId).execute()
  app.clock.advance(10 * 60 + 1)
  expect(await erase(seller, {})).toMatchObject({ status: 403, body: { code: 'proof_required' } })
  app.clock.set(new Date(app.clock.now().getTime() - 10 * 60_000))
  expect((await erase(seller, {})).status).toBe(200)
})
