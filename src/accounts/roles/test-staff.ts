import { z } from 'zod'
import { newId } from '#foundation/db/new-id.ts'
import type { PlatformRole } from '#foundation/http/contract/caller.ts'
import type { Entity, Verb } from '#foundation/rights/entities.ts'
import { call, signUpSeller, type TestApp, type TestSeller } from '#test-app.ts'

const created = z.object({ id: z.string() })

/** Signs up a user with a platform role and a confirmed address but without onboarding, like support staff. */
export async function signUpStaff(app: TestApp, role: PlatformRole): Promise<TestSeller> {
  const person = await signUpSeller(app, { isOnboarded: false })
  await app.services.db
    .updateTable('users')
    .set({ role, emailVerified: true })
    .where('id', '=', person.userId)
    .execute()
  await addTestPasskey(app, person.userId)
  return person
}

/** Adds a passkey without a device, because support staff need a second factor. */
export async function addTestPasskey(app: TestApp, userId: string): Promise<void> {
  const passkey = { id: newId(), userId, name: 'Key', credentialId: newId(), publicKey: '', counter: 0 }
  await app.services.db
    .insertInto('passkeys')
    .values({ ...passkey, createdAt: app.clock.now(), lastUsedAt: null })
    .execute()
}

/** Writes a role with one permission directly to the database. Returns its id. */
export async function makeRole(
  app: TestApp,
  entity: Entity,
  allowed: readonly Verb[],
  { forTeams = false } = {},
): Promise<string> {
  const roleId = newId()
  await app.services.db
    .insertInto('roles')
    .values({ id: roleId, forTeams, name: `${entity} ${roleId}`, description: 'Of a test' })
    .execute()
  await addRight(app, roleId, entity, allowed)
  return roleId
}

export async function addRight(
  app: TestApp,
  roleId: string,
  entity: Entity,
  allowed: readonly Verb[],
): Promise<void> {
  const { db } = app.services
  const id = newId()
  const states = { read: false, write: false, update: false, delete: false }
  for (const verb of allowed) states[verb] = true
  const named = { name: `${entity} ${id}`, description: 'Of a test' }
  await db
    .insertInto('permissions')
    .values({ id, entity, ...named, ...states })
    .execute()
  await db.insertInto('rolePermissions').values({ roleId, permissionId: id }).execute()
}

export async function giveRole(app: TestApp, { userId }: TestSeller, roleId: string): Promise<void> {
  await app.services.db.insertInto('userRoles').values({ userId, roleId }).execute()
}

/** Signs up a person and adds them to this owner's team directly in the database. */
export async function signUpMember(app: TestApp, owner: TestSeller, roleId: string): Promise<TestSeller> {
  const person = await signUpSeller(app, { isOnboarded: false })
  const { db } = app.services
  const { sellerId } = await db
    .selectFrom('members')
    .select('sellerId')
    .where('userId', '=', owner.userId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('members')
    .set({ sellerId, roleId, isOwner: false })
    .where('userId', '=', person.userId)
    .execute()
  return person
}

/** Creates an item through the API. Returns its id. */
export async function createOne(
  app: TestApp,
  { token }: TestSeller,
  path: string,
  body: object,
): Promise<string> {
  return created.parse((await call(app, 'POST', path, { token, body })).body).id
}
