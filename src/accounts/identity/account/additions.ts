import type { Kysely, Transaction } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Config } from '#foundation/config/config.ts'
import type { Database } from '#foundation/db/schema.ts'
import { day } from '#foundation/jobs/prune.ts'
import { notify, type Origin } from '../notify.ts'
import { deletePasskey, listPasskeys } from '../passkeys/passkey-store.ts'
import { deleteFactor, findFactor } from '../second-factor/factor-store.ts'
import { issuerName } from '../social/issuer-name.ts'
import { deleteSignIn, listSignIns } from '../social/store.ts'
import type { Additions, Removals } from './contract.ts'

/**
 * Seconds for which something counts as just added. A second factor can be removed by mail for that long alone: later, whoever reads
 * somebody's mail would get around it.
 */
const recently = 7 * day

/** What signs a person in beside their password, for whoever sets a new one because of a stranger. */
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

/** Removes what was chosen of them, and tells of each by mail. */
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
