import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { call, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { savedViewsContract } from './contract.ts'

let app: TestApp
let careRole: string
let owner: TestSeller
let member: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  careRole = await makeRole(app, 'sales', ['read'], { forTeams: true })
})
afterAll(async () => app.close())
beforeEach(async () => {
  owner = await signUpSeller(app)
  member = await signUpMember(app, owner, careRole)
})

const save = ({ token }: TestSeller, view: object) =>
  call(app, 'POST', '/api/saved-views', {
    token,
    body: { list: 'sales', name: 'Refunded', isShared: false, filter: { status: 'returned' }, ...view },
  })
const idOf = async (by: TestSeller, view: object) =>
  savedViewsContract.saveView.ok.schema.parse((await save(by, view)).body).id
const change = ({ token }: TestSeller, id: string, body: object) =>
  call(app, 'PATCH', `/api/saved-views/${id}`, { token, body })
const remove = ({ token }: TestSeller, id: string) => call(app, 'DELETE', `/api/saved-views/${id}`, { token })

async function namesFor({ token }: TestSeller): Promise<string[]> {
  const { body } = await call(app, 'GET', '/api/saved-views', { token })
  return savedViewsContract.listViews.ok.schema.parse(body).views.map(({ name }) => name)
}

test('a saved view stores a list’s search and filter as in its URL', async () => {
  const { body, status } = await save(owner, {
    list: 'customers',
    name: ' Big ones ',
    filter: { q: 'kim', over: '100', currency: 'usd', tag: 'VIP' },
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    list: 'customers',
    name: 'Big ones',
    filter: { q: 'kim', over: '100', currency: 'usd', tag: 'VIP' },
    isShared: false,
    mayChange: true,
  })
})

test('a saved view needs a name and known filters', async () => {
  expect((await save(owner, { filter: { status: 'golden' } })).status).toBe(422)
  expect((await save(owner, { filter: { tag: 'VIP' } })).status).toBe(422)
  expect((await save(owner, { filter: { from: '2026-02-02', to: '2026-02-01' } })).status).toBe(422)
  expect(await save(owner, { name: ' ' })).toMatchObject({
    status: 422,
    body: { errors: { name: 'This field is required' } },
  })
})

test('a saved view is private until it is shared with everyone who can see the list', async () => {
  const id = await idOf(owner, { name: 'Mine' })
  await idOf(owner, { name: 'customers of ours', list: 'customers', filter: {}, isShared: true })
  expect(await namesFor(member)).toEqual([])
  expect((await change(owner, id, { isShared: true, name: 'Ours' })).status).toBe(200)
  expect(await namesFor(member)).toEqual(['Ours'])
  expect(await namesFor(await signUpSeller(app))).toEqual([])
})

test('only a saved view’s creator and the shop’s owner can change it', async () => {
  const shared = await idOf(owner, { isShared: true })
  const own = await idOf(member, { name: 'Of a member', isShared: true })
  const stranger = await signUpSeller(app)
  expect((await change(member, shared, { name: 'Taken over' })).status).toBe(403)
  expect((await remove(member, shared)).status).toBe(403)
  expect((await remove(stranger, shared)).status).toBe(404)
  expect((await change(owner, own, { name: 'Renamed' })).status).toBe(200)
  expect(await remove(owner, own)).toMatchObject({ status: 200, body: { name: 'Renamed' } })
  expect((await remove(owner, own)).status).toBe(404)
})

test('a member without the right to a list cannot save a view of it', async () => {
  expect((await save(member, { list: 'customers', filter: {} })).status).toBe(403)
})

test('a member can have up to 50 saved views, even when saving simultaneously', async () => {
  const answers = await Promise.all(
    Array.from({ length: 52 }, (_, index) => save(member, { name: `View ${index}` })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50)
  expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({ code: 'too_many_views' })
})
