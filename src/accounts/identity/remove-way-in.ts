import type { Transaction } from 'kysely'
import { lockUser } from '#accounts/people/read-people.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { NotAllowed, NotFound } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import { findPasswordHash } from './password/stored-password.ts'
import { securityMessages } from './messages.ts'
import { notify, type Origin } from './notify.ts'
import { deletePasskey, listPasskeys } from './passkeys/passkey-store.ts'
import { deleteSignIn, listSignIns } from './social/store.ts'
import { issuerName } from './social/issuer-name.ts'

type Removal = { readonly userId: string; readonly id: string; readonly origin: Origin }
type Parts = Pick<Services, 'db' | 'clock' | 'log' | 'config'>

/** Removes a passkey, unless nothing else signs its person in; answers its name. */
export async function removePasskey(
  { db, clock, log }: Parts,
  { userId, id, origin }: Removal,
): Promise<string> {
  const name = await inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    const passkey = (await listPasskeys(tx, userId)).find((one) => one.id === id)
    if (passkey === undefined) throw new NotFound()
    await refuseLast(tx, userId, securityMessages.onlyWayIn)
    await deletePasskey(tx, userId, id)
    await notify(tx, 'passkey-removed', { userId, at: clock.now(), origin, subject: passkey.name })
    return passkey.name
  })
  log.info({ user: userId, passkey: id }, 'passkey removed')
  return name
}

/** Disconnects an issuer, unless nothing else signs its person in; answers its name. */
export async function removeSignIn(
  { db, clock, log, config }: Parts,
  { userId, id, origin }: Removal,
): Promise<string> {
  const name = await inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    const signIn = (await listSignIns(tx, userId)).find((one) => one.id === id)
    if (signIn === undefined) throw new NotFound()
    await refuseLast(tx, userId, securityMessages.onlySignIn)
    await deleteSignIn(tx, userId, id)
    const subject = issuerName(config, signIn.issuer)
    await notify(tx, 'issuer-removed', { userId, at: clock.now(), origin, subject })
    return subject
  })
  log.info({ user: userId, identity: id }, 'issuer disconnected')
  return name
}

/** Whoever removes ways in waits for each other, so that two at once do not remove the last. */
async function refuseLast(tx: Transaction<Database>, userId: string, message: string): Promise<void> {
  const password = await findPasswordHash(tx, userId)
  const others = [...(await listPasskeys(tx, userId)), ...(await listSignIns(tx, userId))]
  if (password === undefined && others.length === 1) throw new NotAllowed('only_way_in', message)
}
