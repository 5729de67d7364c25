// Actions with lasting or harmful effects require proof of identity. A bearer token is not enough, because a script on
// the page or a borrowed laptop can reveal it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { tokenAlone } from '../../../test-cookies.ts'
import { contracts } from '#test-contracts.ts'
import { giveRole, makeRole, signUpMember, signUpStaff } from '#accounts/roles/test-staff.ts'
import { newId } from '#foundation/db/new-id.ts'
import { errorBody } from './contract.ts'

const daily = 'daily work of a shop, which its history keeps and its people see'
const kept = 'can be set back on the same page'
const own = 'the person’s own view, which opens nothing'
const less = 'only takes something away'
const toBuyer = 'goes to the buyer’s own address, which only a proof lets anyone correct'
const follows = 'answers a challenge that only a proof begins'

/**
 * Routes that change something without requiring proof of identity, each with the reason. A new route must require
 * proof or be listed here.
 */
const needsNone: Readonly<Record<string, string>> = {
  addPasskey: follows,
  confirmSecondFactor: follows,
  acceptInvitation: 'needs the key of the mail, and a shop that is in use cannot be left by it',
  endSession: 'is what helps against a thief; whoever was signed out signs in again',
  endSessions: 'is what helps against a thief; whoever was signed out signs in again',
  resendConfirmation: 'goes to the account’s own address',
  renamePasskey: own,
  updateUser: own,
  removeDevice: own,
  saveNoticeSettings: own,
  seeNotices: own,
  saveView: own,
  changeView: own,
  deleteView: own,
  hideFirstSteps: 'hides a list of hints',
  revokeInvitation: less,
  revokePartnerInvitation: less,
  deletePermission: less,
  deleteRole: less,
  suspendSeller: 'stops a fraud right away; the seller is notified, and it can be lifted as fast',
  liftSuspension: 'can be reinstated right away, and the log names who lifted it',
  cancelPlan: 'can be resumed until the paid period ends, and is confirmed by mail',
  resumePlan: kept,
  changePlan: 'charges the saved card, is confirmed by mail, and can be changed back',
  previewPlanChange: 'changes nothing',
  payPlan: 'pays what is owed',
  keepPlanCard: 'pays with the card of whoever types it',
  setUpPlanCard: 'pays with the card of whoever types it',
  saveShop: kept,
  saveSellerDetails: kept,
  savePolicy: kept,
  saveNumbering: 'changes no issued document, and can be changed back',
  registerDomain: daily,
  deleteEndpoint: less,
  deleteHook: less,
  createHook: 'opens only to API keys, which a person made with a proof',
  revokeApiKey: less,
  turnOffEndpoint: less,
  turnOnEndpoint: 'goes to an address that only a proof lets anyone enter',
  testEndpoint: 'goes to an address that only a proof lets anyone enter, without real data',
  disconnectTarget: less,
  turnOffTarget: less,
  turnOnTarget: 'goes to a platform that only a proof connects, and can be turned off',
  testTarget: 'goes to a platform that only a proof connects, without real data',
  sendAgain: 'goes to an address that only a proof lets anyone enter',
  createForm: daily,
  updateForm: daily,
  deleteForm: daily,
  createBump: daily,
  updateBump: daily,
  deleteBump: daily,
  createOffer: daily,
  updateOffer: daily,
  deleteOffer: daily,
  createTax: daily,
  updateTax: daily,
  deleteTax: daily,
  saveTaxRegions: daily,
  createCoupon: daily,
  updateCoupon: daily,
  deleteCoupon: daily,
  createCode: daily,
  createCodes: daily,
  deleteCode: daily,
  beginUpload: daily,
  completeUpload: daily,
  cancelUpload: daily,
  deleteUpload: daily,
  refundSale: 'returns the money to its payer; the history names who did it, and the owner is notified',
  refundWithdrawal: 'returns the money to its payer; the history names who did it, and the owner is notified',
  refuseWithdrawal: daily,
  dismissWithdrawals: 'closes what fits no purchase, and gives or takes nothing',
  resendReceipt: toBuyer,
  sendAccessLink: toBuyer,
  sendRecovery: toBuyer,
  stopRecovery: daily,
  saveFormRecovery: daily,
  tagCustomer: daily,
  addCustomerNote: daily,
  deleteCustomerNote: daily,
  mergeCustomer: 'can be undone',
  undoCustomerMerge: 'can be done again',
  saveDelivery: daily,
  sendEvidence: daily,
  cancelSaleSubscription: daily,
  collectSaleSubscription: daily,
  pauseSaleSubscription: toBuyer,
  unpauseSaleSubscription: toBuyer,
  reconcileAccounts: 'changes nothing',
  settleDifference: 'records that someone checked it',
}

const writing = contracts
  .flatMap((contract) => Object.entries(contract))
  .filter(([, { method, access }]) => method !== 'GET' && access !== 'anyone')

// Proves proof-of-identity.
test('a route that changes something asks for proof of identity or documents why not', () => {
  const undecided = writing.filter(([name, { proof }]) => proof === undefined && !(name in needsNone))
  expect(undecided.map(([name]) => name)).toEqual([])
  const twice = writing.filter(([name, { proof }]) => proof !== undefined && name in needsNone)
  expect(twice.map(([name]) => name)).toEqual([])
  const names = new Set(writing.map(([name]) => name))
  expect(Object.keys(needsNone).filter((name) => !names.has(name))).toEqual([])
})

let app: TestApp
let start: Date
let victim: TestSeller
let member: TestSeller
let admin: TestSeller
let forTeams: string

beforeAll(async () => {
  app = await startTestApp()
  start = app.clock.now()
  victim = await signUpSeller(app)
  forTeams = await makeRole(app, 'forms', ['read'], { forTeams: true })
  member = await signUpMember(app, victim, forTeams)
  admin = await signUpStaff(app, 'SuperAdmin')
  await giveRole(app, admin, await makeRole(app, 'roles', ['write', 'update']))
})
afterAll(async () => app.close())
beforeEach(() => app.clock.set(start))

const response = { id: 'a', rawId: 'a', type: 'public-key', clientExtensionResults: {} }
const assertion = { ...response, response: { clientDataJSON: 'e30', authenticatorData: 'a', signature: 'a' } }
const keys = { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) }
const device = { endpoint: 'https://fcm.googleapis.com/a', keys, kinds: [], showsBuyer: true }
const receiver = { name: 'Course', url: 'https://eve.com/', types: [], formIds: null, isThin: false }
const states = { Read: true, Write: false, Update: false, Delete: false }

type Try = { readonly body?: () => object; readonly id?: () => string; readonly by?: () => TestSeller }

/** The requests that a thief could make: valid, but with nothing except the token. */
const tries: Readonly<Record<string, Try>> = {
  prove: { body: () => ({ password: 'correct-horse' }) },
  proveByPasskey: { body: () => ({ response: assertion }) },
  proveSocially: {},
  connectSocialSignIn: {},
  removePasskey: {},
  removeSignIn: {},
  beginSecondFactor: { body: () => ({}) },
  endSecondFactor: { body: () => ({}) },
  renewRecoveryCodes: { body: () => ({}) },
  beginPasskey: { body: () => ({}) },
  eraseAccount: { body: () => ({}) },
  changeEmail: { body: () => ({ email: 'eve@example.com' }) },
  changePassword: { body: () => ({ newPassword: 'a thief chose this one' }) },
  inviteMember: { body: () => ({ email: 'eve@example.com', roleId: forTeams }) },
  resendInvitation: {},
  changeMember: { id: () => member.userId, body: () => ({ roleId: forTeams }) },
  removeMember: { id: () => member.userId },
  leaveTeam: { by: () => member },
  transferOwnership: { body: () => ({ userId: member.userId, roleId: forTeams }) },
  eraseCustomer: {},
  correctCustomerEmail: { body: () => ({ email: 'eve@example.com' }) },
  createEndpoint: { body: () => receiver },
  connectTarget: {
    body: () => ({ kind: 'ga4', publicId: 'G-AB12CD34EF', secret: 'a secret', sendsRenewals: false }),
  },
  updateTarget: { body: () => ({ sendsRenewals: true }) },
  createApiKey: { body: () => ({ name: 'Course', scopes: ['forms:read'], days: null }) },
  resumeApiKey: {},
  updateEndpoint: { body: () => receiver },
  changeEndpointSecret: {},
  replaceFile: { body: () => ({ by: newId() }) },
  saveDevice: { body: () => device },
  invitePartner: { by: () => admin, body: () => ({ email: 'eve@example.com' }) },
  changeUser: { by: () => admin, id: () => victim.userId, body: () => ({ role: 'Partner' }) },
  createRole: { by: () => admin, body: () => ({ name: 'All', description: 'All of it' }) },
  updateRole: { by: () => admin, id: () => forTeams, body: () => ({ name: 'All' }) },
  createPermission: {
    by: () => admin,
    body: () => ({ name: 'All', description: 'All of it', entity: 'users', ...states }),
  },
  updatePermission: { by: () => admin, body: () => ({ name: 'All' }) },
}

/** A route's response to a thief's request, or to one from the person's own browser. */
async function attempt(name: string, headers: Readonly<Record<string, string>>) {
  const route = writing.find(([known]) => known === name)?.[1]
  const { body, id = newId, by = () => victim } = tries[name] ?? {}
  if (route === undefined) throw new Error(`There is no route ${name}`)
  return call(app, route.method, `/api${route.path.replace(/:\w+/, id())}`, {
    token: by().token,
    headers,
    ...(body === undefined ? {} : { body: body() }),
  })
}

const asking = writing.filter(([, { proof }]) => proof !== undefined)

// Proves proof-of-identity.
test('a stolen bearer token cannot do anything with lasting effect', async () => {
  expect(asking.map(([name]) => name).toSorted()).toEqual(Object.keys(tries).toSorted())
  for (const [name, { proof }] of asking) {
    const answer = await attempt(name, tokenAlone)
    const { code, errors = {} } = errorBody.parse(answer.body)
    // A password in the body is required like any other field.
    const isRefused = proof === 'body' ? Object.keys(errors).some((field) => /password/i.test(field)) : code
    expect([name, isRefused]).toEqual([name, proof === 'body' ? true : 'other_browser'])
  }
})

test('the person’s own browser is asked for proof again after ten minutes', async () => {
  app.clock.advance(10 * 60 + 1)
  for (const [name, { proof }] of asking.filter(([, route]) => route.proof === 'recent')) {
    const { status, body } = await attempt(name, {})
    expect([name, proof, status, errorBody.parse(body).code]).toEqual([name, 'recent', 403, 'proof_required'])
  }
})

// Proves proof-of-identity.
test('a password proves identity only in the session where it was entered', async () => {
  const email = 'two-browsers@example.com'
  const password = 'a fine long password'
  const first = await call(app, 'POST', '/api/authentication/sign-up', {
    body: { name: 'Vera', email, password },
  })
  const other = await call(app, 'POST', '/api/authentication/sign-in', { body: { email, password } })
  const { db } = app.services
  await db.updateTable('users').set({ emailVerified: true }).where('email', '=', email).execute()
  const [token, elsewhere] = [first, other].map(({ body }) => tokenIn(body))
  app.clock.advance(10 * 60 + 1)
  const invite = (by: string | undefined, headers = {}) =>
    call(app, 'POST', '/api/team/invitations', {
      token: by,
      headers,
      body: { email: 'new@example.com', roleId: forTeams },
    })

  expect((await invite(token)).status).toBe(403)
  const prove = (typed: string) =>
    call(app, 'POST', '/api/account/proof', { token, body: { password: typed } })
  expect((await prove('another password')).status).toBe(422)
  expect((await invite(token)).status).toBe(403)
  expect((await prove(password)).status).toBe(200)
  expect((await invite(token)).status).toBe(201)
  expect((await invite(token, tokenAlone)).status).toBe(403)
  expect((await invite(elsewhere)).status).toBe(403)
})

function tokenIn(body: unknown): string {
  return typeof body === 'object' && body !== null && 'token' in body ? String(body.token) : ''
}
