import { findUser, type UserRow } from '#accounts/people/read-people.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { isId } from '#foundation/db/new-id.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import { found, NotFound, NotSignedIn } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import { endSessions } from './account/store.ts'
import { findPasswordHash } from './password/stored-password.ts'
import { proveIdentity } from './password/check-password.ts'
import { PasskeyRefused } from './errors.ts'
import { securityMessages } from './messages.ts'
import { notify, originOf, describeDevice } from './notify.ts'
import { listPasskeys, renamePasskey, type PasskeyRow } from './passkeys/passkey-store.ts'
import { beginPasskey, checkPasskey, registerPasskey, type PasskeyServices } from './passkeys/passkeys.ts'
import { removePasskey, removeSignIn } from './ways-in.ts'
import { countRecoveryCodes, findFactor } from './second-factor/factor-store.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
  type SecondFactorServices,
} from './second-factor/second-factor.ts'
import type { Passkey, securityContract } from './security-contract.ts'
import { deleteOwnSession, recordProof, listSessions } from './sessions/session-store.ts'
import { issuerName } from './social/open-id.ts'
import { listSignIns } from './social/identities.ts'

export function securityHandlers(
  services: SecondFactorServices & PasskeyServices & Pick<Services, 'config'>,
): Handlers<typeof securityContract> {
  const { db, clock, log, config } = services
  return {
    async listSessions({ caller }) {
      const rows = await listSessions(db, caller.userId, clock.now())
      const data = rows.map((row) => ({
        id: row.id,
        device: describeDevice(row.userAgent),
        address: row.ipAddress === '' ? null : row.ipAddress,
        signedInAt: row.createdAt.toISOString(),
        lastUsedAt: row.updatedAt.toISOString(),
        isThis: row.id === caller.sessionId,
      }))
      return { data }
    },

    async endSession({ caller, params }) {
      const isEnded = isId(params.id) && (await deleteOwnSession(db, caller.userId, params.id))
      if (!isEnded) throw new NotFound()
      log.info({ user: caller.userId, session: params.id }, 'session ended')
      return {}
    },

    async endSessions({ caller, body, request }) {
      const { userId, sessionId } = caller
      await inTransaction(db, async (tx) => {
        const others = await endSessions(tx, userId, sessionId)
        if (others > 0) {
          await notify(tx, 'sessions-ended', { userId, at: clock.now(), origin: originOf(request) })
        }
        if (body.which === 'all') await endSessions(tx, userId, null)
      })
      log.info({ user: userId, which: body.which }, 'sessions ended')
      return {}
    },

    async readSignInWays({ caller: { userId } }) {
      const [password, factor, passkeys, signIns] = await Promise.all([
        findPasswordHash(db, userId),
        findFactor(db, userId),
        listPasskeys(db, userId),
        listSignIns(db, userId),
      ])
      const isOn = factor !== undefined && factor.confirmedAt !== null
      return {
        hasPassword: password !== undefined,
        secondFactor: isOn ? { recoveryCodesLeft: await countRecoveryCodes(db, userId) } : null,
        passkeys: passkeys.map(describePasskey),
        signIns: signIns.map(({ id, issuer, createdAt }) => ({
          id,
          name: issuerName(config, issuer),
          connectedAt: createdAt.toISOString(),
        })),
      }
    },

    async proveByPasskey({ caller: { userId, sessionId }, body }) {
      const owner = await checkPasskey(services, body.response)
      if (owner !== userId) throw new PasskeyRefused(securityMessages.passkeyRefused())
      await recordProof(db, sessionId, clock.now())
      return {}
    },

    async beginSecondFactor({ caller, body, request }) {
      await proveIdentity(services, { caller, request }, body.password)
      return beginSecondFactor(services, await readUser(caller))
    },

    async confirmSecondFactor({ caller, body, request }) {
      const { userId } = caller
      return { recoveryCodes: await confirmSecondFactor(services, userId, body.code, originOf(request)) }
    },

    async renewRecoveryCodes({ caller, body, request }) {
      await proveIdentity(services, { caller, request }, body.password)
      return { recoveryCodes: await renewRecoveryCodes(services, caller.userId, originOf(request)) }
    },

    async endSecondFactor({ caller, body, request }) {
      await proveIdentity(services, { caller, request }, body.password)
      await endSecondFactor(services, caller.userId, originOf(request))
      return {}
    },

    async beginPasskey({ caller, body, request }) {
      await proveIdentity(services, { caller, request }, body.password)
      return beginPasskey(services, await readUser(caller))
    },

    async addPasskey({ caller, body, request }) {
      const { name, response } = body
      return describePasskey(
        await registerPasskey(services, caller.userId, { name, response, origin: originOf(request) }),
      )
    },

    async renamePasskey({ caller, params, body }) {
      const row = found(
        isId(params.id) ? await renamePasskey(db, caller.userId, params.id, body.name) : undefined,
      )
      return describePasskey(row)
    },

    async removePasskey({ caller: { userId }, params: { id }, request }) {
      if (!isId(id)) throw new NotFound()
      return { name: await removePasskey(services, { userId, id, origin: originOf(request) }) }
    },

    async removeSignIn({ caller: { userId }, params: { id }, request }) {
      if (!isId(id)) throw new NotFound()
      return { name: await removeSignIn(services, { userId, id, origin: originOf(request) }) }
    },
  }

  async function readUser({ userId }: Caller): Promise<UserRow> {
    const user = await findUser(db, userId)
    if (user === undefined) throw new NotSignedIn()
    return user
  }
}

function describePasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}
