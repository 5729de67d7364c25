// Calls every route of the server as every kind of caller, to show that closed routes stay closed in each combination.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { giveRole, makeRole, signUpMember, signUpStaff } from '#accounts/roles/test-staff.ts'
import { fileRoutes } from '#accounts/uploads/contract.ts'
import { newId } from '#foundation/db/new-id.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import type { Admission, Contract, Route } from './contract.ts'
import { isSellerEntity, type Right } from '../../rights/entities.ts'
import { contracts } from '#test-contracts.ts'

type Walked = Admission & Pick<Route, 'method' | 'path'>

/** Routes that receive or send files have no contract. */
const ofFiles: readonly Walked[] = [
  { method: 'POST', path: '/uploads/pictures', ...fileRoutes.uploadPicture },
  { method: 'POST', path: '/uploads/files', ...fileRoutes.uploadFile },
  { method: 'GET', path: '/files/:id', ...fileRoutes.downloadFile },
]
const routes: readonly Walked[] = [
  ...contracts.flatMap((contract): Walked[] => Object.values(contract)),
  ...ofFiles,
].filter(({ access }) => access !== 'anyone')

let app: TestApp
let form: string

beforeAll(async () => {
  app = await startTestApp()
  form = await createTestForm(app, await signUpSeller(app))
})
afterAll(async () => app.close())

const nameOf = ({ method, path }: Walked) => `${method} ${path}`
const rightTo = ({ right }: Walked): Right | null =>
  right === undefined || right?.demandedBy === 'handler' ? null : right
const isGated = ({ access }: Walked) => access === 'onboarded' || access === 'beyond-basic'
const isPlatforms = ({ access }: Walked) => access === 'staff' || access === 'super-admin'

/** The id of an item that does not exist, so that a call with sufficient rights changes nothing. */
const ask = async (route: Walked, token: string, id = newId()) =>
  call(app, route.method, `/api${route.path.replaceAll(/:\w+/g, id)}`, {
    token,
    ...(route.method === 'POST' || route.method === 'PATCH' ? { body: {} } : {}),
  })

/** The routes to call, without those that would sign out or remove a caller. */
const walkable = routes.filter((route) => !/leave|erase|sign-out/.test(route.path))

/**
 * Calls only a few routes at a time, because on a busy machine the last of many would find the database unavailable.
 */
const askEach = async <Answer>(asked: readonly Walked[], question: (route: Walked) => Promise<Answer>) => {
  const answers: Answer[] = []
  for (const few of Map.groupBy(asked, (_route, index) => Math.floor(index / 8)).values()) {
    answers.push(...(await Promise.all(few.map(question))))
  }
  return answers
}

const walk = async (token: string, isOpen: (route: Walked) => boolean): Promise<string[]> => {
  const cells = await askEach(walkable, async (route) => {
    const { status } = await ask(route, token)
    const wasLetIn = status !== 401 && status !== 403
    return wasLetIn === isOpen(route) && status < 500 ? [] : [`${nameOf(route)}: ${status}`]
  })
  return cells.flat()
}

/** Handlers that read the affected item from the body return the 403 themselves. */
const isToldApart = (route: Walked) => nameOf(route) === 'PATCH /forms/:id' || route.path === '/team/owner'

const open = {
  method: 'GET',
  path: '/things',
  summary: '',
  ok: { status: 200, schema: z.object({}) },
} as const

test('a closed route must declare the right it requires, or that it requires none', () => {
  const contract = {
    listThings: { ...open, access: 'onboarded', right: { entity: 'forms', verb: 'read' } },
    readOwn: { ...open, access: 'signed-in', right: null },
    readPublic: { ...open, access: 'anyone' },
    // @ts-expect-error -- a route without its right does not compile
    forgotten: { ...open, access: 'signed-in' },
    // @ts-expect-error -- a route with an unknown right does not compile
    misspelled: { ...open, access: 'signed-in', right: { entity: 'form', verb: 'read' } },
  } as const satisfies Contract

  expect(Object.keys(contract)).toHaveLength(5)
  const unnamed = routes.filter(({ access, right }) => access !== 'super-admin' && right === undefined)
  expect(routes.length).toBeGreaterThan(40)
  expect(unnamed.map(nameOf)).toEqual([])
})

test('an owner can use all of the shop’s routes and none of the platform’s routes', async () => {
  const { token } = await signUpSeller(app)
  expect(await walk(token, (route) => !isPlatforms(route))).toEqual([])
})

test('an owner who is not onboarded can use routes that need no onboarding', async () => {
  const { token, userId } = await signUpSeller(app, { isOnboarded: false })
  // Inviting people needs a confirmed address instead.
  await app.services.db.updateTable('users').set({ emailVerified: true }).where('id', '=', userId).execute()
  expect(await walk(token, (route) => !isPlatforms(route) && !isGated(route))).toEqual([])
})

test('an owner on the basic plan can use the routes that plan includes', async () => {
  const { token } = await signUpSeller(app, { plan: 'trial' })
  const isPaidFor = (route: Walked) => !isPlatforms(route) && route.access !== 'beyond-basic'
  expect(await walk(token, isPaidFor)).toEqual([])
})

test('a Partner can use every seller route', async () => {
  const partner = await signUpStaff(app, 'Partner')
  await giveRole(app, partner, await makeRole(app, 'users', ['read', 'write', 'update', 'delete']))
  expect(await walk(partner.token, (route) => !isPlatforms(route) && !isGated(route))).toEqual([])
})

test('a member can use the routes their role allows and those that every member needs', async () => {
  const owner = await signUpSeller(app)
  for (const verb of ['read', 'write', 'update', 'delete'] as const) {
    const member = await signUpMember(app, owner, await makeRole(app, 'bumps', [verb]))
    const isOpen = (route: Walked): boolean => {
      if (isPlatforms(route)) return false
      const right = rightTo(route)
      return right === null ? !isToldApart(route) : right.entity === 'bumps' && right.verb === verb
    }
    const wrong = await walk(member.token, isOpen)
    expect([verb, wrong.filter((cell) => !cell.startsWith('PATCH /forms/:id'))]).toEqual([verb, []])
  }
})

test('an Admin can use only the platform routes that their role grants', async () => {
  const admin = await signUpStaff(app, 'Admin')
  const isOwn = (route: Walked) => !isPlatforms(route) && !isGated(route)
  expect(await walk(admin.token, isOwn)).toEqual([])

  await giveRole(app, admin, await makeRole(app, 'roles', ['read', 'delete']))
  const isOpen = (route: Walked): boolean => {
    const right = rightTo(route)
    const isNamed = right?.entity === 'roles' && (right.verb === 'read' || right.verb === 'delete')
    return isOwn(route) || (route.access === 'staff' && isNamed)
  }
  expect(await walk(admin.token, isOpen)).toEqual([])
})

test('a SuperAdmin can use every route except those closed by a shop’s state', async () => {
  const { token } = await signUpStaff(app, 'SuperAdmin')
  expect(await walk(token, (route) => !isGated(route))).toEqual([])
})

const withoutRequest = ({ body, status, headers }: Awaited<ReturnType<typeof call>>) => {
  const names = [...headers.keys()].filter(
    (name) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name),
  )
  const text = JSON.stringify(body, (key, value: unknown) => (key === 'requestId' ? '' : value))
  return { status, text, headers: names.map((name) => `${name}: ${headers.get(name)}`) }
}

// Proves same-404.
test('another seller’s id gets the same response as a nonexistent or malformed id', async () => {
  const { token } = await signUpSeller(app)
  const named = routes.filter((route) => route.path.includes(':id') && !isPlatforms(route))
  const answers = await askEach(named, async (route) => {
    const tried = [form, newId(), 'nonsense'].map(async (id) => withoutRequest(await ask(route, token, id)))
    const [theirs, absent, malformed] = await Promise.all(tried)
    return { route: nameOf(route), theirs, absent, malformed }
  })

  for (const { route, theirs, absent, malformed } of answers) {
    expect([route, absent, malformed]).toEqual([route, theirs, theirs])
    expect([route, theirs?.status]).toEqual([route, expect.toBeOneOf([404, 422])])
  }
  expect(named.some((route) => isSellerEntity(rightTo(route)?.entity ?? 'users'))).toBe(true)
})
