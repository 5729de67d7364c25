import type { Kysely, Transaction } from 'kysely'
import { lockUser } from '#accounts/people/read-people.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { NotAllowed, found } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Config } from '#foundation/config/config.ts'
import { day } from '#foundation/jobs/prune.ts'
import { findPasswordHash } from './password/stored-password.ts'
import { securityMessages } from './messages.ts'
import { notify, type Origin } from './notify.ts'
import { deletePasskey, deletePasskeys, listPasskeys } from './passkeys/passkey-store.ts'
import { deleteSignIn, listSignIns } from './social/identities.ts'
import { issuerName } from './social/open-id.ts'
import { deleteFactor, findFactor } from './second-factor/factor-store.ts'
import type { Additions, Removals } from './account/contract.ts'
import { deleteSocialIdentities, endLinks, endSessions } from './account/store.ts'

type Removal = { readonly userId: string; readonly id: string; readonly origin: Origin }
type Parts = Pick<Services, 'db' | 'clock' | 'log' | 'config'>

/** Removes a passkey, unless it is the person's only way to sign in. Returns its name. */
export async function removePasskey(
  { db, clock, log }: Parts,
  { userId, id, origin }: Removal,
): Promise<string> {
  const name = await inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    const passkey = found((await listPasskeys(tx, userId)).find((one) => one.id === id))
    await refuseLast(tx, userId, securityMessages.onlyWayIn())
    await deletePasskey(tx, userId, id)
    await notify(tx, 'passkey-removed', { userId, at: clock.now(), origin, subject: passkey.name })
    return passkey.name
  })
  log.info({ user: userId, passkey: id }, 'passkey removed')
  return name
}

/** Disconnects an issuer, unless it is the person's only way to sign in. Returns its name. */
export async function removeSignIn(
  { db, clock, log, config }: Parts,
  { userId, id, origin }: Removal,
): Promise<string> {
  const name = await inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    const signIn = found((await listSignIns(tx, userId)).find((one) => one.id === id))
    await refuseLast(tx, userId, securityMessages.onlySignIn())
    await deleteSignIn(tx, userId, id)
    const subject = issuerName(config, signIn.issuer)
    await notify(tx, 'issuer-removed', { userId, at: clock.now(), origin, subject })
    return subject
  })
  log.info({ user: userId, identity: id }, 'issuer disconnected')
  return name
}

/**
 * Removals of sign-in methods wait for each other, so that two simultaneous ones cannot remove the last two methods.
 */
async function refuseLast(tx: Transaction<Database>, userId: string, message: string): Promise<void> {
  const password = await findPasswordHash(tx, userId)
  const others = [...(await listPasskeys(tx, userId)), ...(await listSignIns(tx, userId))]
  if (password === undefined && others.length === 1) throw new NotAllowed('only_way_in', message)
}

/**
 * How long an addition counts as recent, in seconds. Only a recently added second factor can be removed by email.
 * Otherwise, anyone who reads the person's email could get around it.
 */
const recently = 7 * day

/** Ways to sign in besides the password, which people should review when they set a new one. */
export async function listAdditions(
  db: Kysely<Database>,
  userId: string,
  config: Pick<Config, 'openId'>,
  now: Date,
): Promise<Additions> {
  const [passkeys, signIns, factor] = await Promise.all([
    listPasskeys(db, userId),
    listSignIns(db, userId),
    findFactor(db, userId),
  ])
  const describe = (id: string, name: string, addedAt: Date) => ({
    id,
    name,
    addedAt: addedAt.toISOString(),
    isRecent: isRecent(addedAt, now),
  })
  const since = factor?.confirmedAt ?? null
  return {
    passkeys: passkeys.map(({ id, name, createdAt }) => describe(id, name, createdAt)),
    signIns: signIns.map(({ id, issuer, createdAt }) => describe(id, issuerName(config, issuer), createdAt)),
    secondFactor: since === null ? null : { addedAt: since.toISOString(), isRecent: isRecent(since, now) },
  }
}

/** Removes the chosen ways to sign in, with an email about each. */
export async function removeAdditions(
  tx: Transaction<Database>,
  { passkeys, signIns, secondFactor }: Removals,
  {
    userId,
    at,
    origin,
    config,
  }: {
    readonly userId: string
    readonly at: Date
    readonly origin: Origin
    readonly config: Pick<Config, 'openId'>
  },
): Promise<void> {
  const present = await listAdditions(tx, userId, config, at)
  const notice = { userId, at, origin }
  for (const { id, name } of present.passkeys.filter((one) => passkeys.includes(one.id))) {
    await deletePasskey(tx, userId, id)
    await notify(tx, 'passkey-removed', { ...notice, subject: name })
  }
  for (const { id, name } of present.signIns.filter((one) => signIns.includes(one.id))) {
    await deleteSignIn(tx, userId, id)
    await notify(tx, 'issuer-removed', { ...notice, subject: name })
  }
  if (secondFactor && present.secondFactor?.isRecent === true) {
    await deleteFactor(tx, userId)
    await notify(tx, 'second-factor-off', notice)
  }
}

function isRecent(addedAt: Date, now: Date): boolean {
  return now <= secondsAfter(addedAt, recently)
}

/** Ends a user's API keys and invitations, and their team unless it stays. Returns how many were affected. */
export type ReclaimTeam = (
  tx: Transaction<Database>,
  account: { readonly userId: string; readonly at: Date; readonly keepsTeam: boolean },
) => Promise<number>

/**
 * Ends everything added to an account before its address was first confirmed. Anyone can sign up with someone else's address, and would otherwise keep a way in. The password stays, and can be reset by email. Must be called in the transaction that confirms the address.
 *
 * A session in which the person confirms stays, as does their team: both are their own.
 */
export async function reclaimAccount(
  tx: Transaction<Database>,
  reclaimTeam: ReclaimTeam,
  {
    userId,
    keptSessionId,
    at,
    origin,
  }: {
    readonly userId: string
    /** A live session of this user. */
    readonly keptSessionId: string | null
    readonly at: Date
    readonly origin: Origin
  },
): Promise<void> {
  await endSessions(tx, userId, keptSessionId)
  // A pending email change would move the account to another address.
  await endLinks(tx, userId, ['change-from', 'change-to'], at)
  const ended = [
    await deletePasskeys(tx, userId),
    (await deleteFactor(tx, userId)) ? 1 : 0,
    await deleteSocialIdentities(tx, userId),
    await reclaimTeam(tx, { userId, at, keepsTeam: keptSessionId !== null }),
  ]
  if (ended.some((count) => count > 0)) await notify(tx, 'additions-ended', { userId, at, origin })
}
