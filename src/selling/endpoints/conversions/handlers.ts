import { recordAudit } from '#accounts/audit/record-audit.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { ConversionKind } from '#foundation/db/tables/webhook-endpoints.ts'
import { isId, newId } from '#foundation/db/new-id.ts'
import { found, InvalidFields } from '#foundation/failures/failure.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { say, t } from '#foundation/language/t.ts'
import type { Services } from '#registry/services.ts'
import type { Calling } from '../call-endpoint.ts'
import { holdEndpoint, hurry, type EndpointRow } from '../delivery-store.ts'
import { describeCall, describeEndpoint } from '../describe-endpoint.ts'
import { TooManyTargets } from '../errors.ts'
import { turnOff } from '../record-health.ts'
import { changeEndpoint, deleteEndpoint, insertEndpoint, lastFailure, listTargets } from '../store.ts'
import { bringOn } from '../turn-on.ts'
import { mostTargets, type conversionsContract, type ConversionTarget } from './contract.ts'
import { platforms, typesFor } from './platforms.ts'
import { callPlatform } from './send-conversion.ts'
import { writeGa4 } from './write-ga4.ts'
import { writeMeta } from './write-meta.ts'
import { writeTikTok } from './write-tiktok.ts'

/** `deliver` wakes the deliveries. */
export function conversionsHandlers(
  { db, clock, limiter }: Services,
  calling: Calling,
  deliver: () => void,
): Handlers<typeof conversionsContract> {
  async function findOwn({ sellerId }: Pick<Caller, 'sellerId'>, id: string): Promise<EndpointRow> {
    const rows = isId(id) ? await listTargets(db, sellerId) : []
    return found(rows.find((row) => row.id === id))
  }

  async function describe(row: EndpointRow): Promise<ConversionTarget> {
    const [described, failed] = await Promise.all([
      describeEndpoint(db, row, clock.now()),
      lastFailure(db, row.id),
    ])
    const last = failed?.tries.at(-1)
    return {
      ...described,
      kind: kindOf(row),
      publicId: row.publicId ?? '',
      sendsRenewals: row.types.includes('renewal.paid'),
      lastError: last === undefined ? null : { ...last, answer: failed?.answer ?? '' },
    }
  }

  const audited = ({ sellerId, userId: actorId }: Caller, id: string, action: string) => ({
    at: clock.now(),
    actorId,
    sellerId,
    subjectId: id,
    action,
  })

  return {
    async listTargets({ caller }) {
      const rows = await listTargets(db, caller.sellerId)
      return { targets: await Promise.all(rows.map(describe)) }
    },

    async connectTarget({ caller, body: { kind, publicId, secret, sendsRenewals } }) {
      const id = newId()
      const { name, host } = platforms[kind]
      checkId(kind, publicId)
      const row = await inTransaction(db, async (tx) => {
        if ((await listTargets(tx, caller.sellerId)).length >= mostTargets) throw new TooManyTargets()
        await recordAudit(tx, audited(caller, id, 'conversions.connect'))
        return insertEndpoint(tx, {
          id,
          sellerId: caller.sellerId,
          kind,
          name,
          publicId,
          url: host,
          types: typesFor(kind, sendsRenewals),
          formIds: null,
          isThin: false,
          secret: calling.box.close(Buffer.from(secret), id),
          // Its host is fixed and not a stranger's, so it need not repeat a challenge.
          state: 'on',
          createdAt: clock.now(),
        })
      })
      return describe(row)
    },

    async updateTarget({ caller, params, body: { publicId, secret, sendsRenewals } }) {
      const target = await findOwn(caller, params.id)
      const { id } = target
      const kind = kindOf(target)
      if (publicId !== undefined) checkId(kind, publicId)
      const row = await inTransaction(db, async (tx) => {
        const held = found(await holdEndpoint(tx, id))
        const now = clock.now()
        await recordAudit(tx, audited(caller, id, 'conversions.update'))
        const isOther = publicId !== undefined || secret !== undefined
        // What was refused may be accepted now.
        if (isOther) await hurry(tx, id, now)
        return changeEndpoint(tx, id, {
          ...(publicId !== undefined && { publicId }),
          ...(secret !== undefined && { secret: calling.box.close(Buffer.from(secret), id) }),
          ...(sendsRenewals !== undefined && { types: typesFor(kind, sendsRenewals) }),
          ...(isOther && {
            failures: 0,
            failingSince: null,
            warnedAt: null,
            restsUntil: null,
            nextDueAt: now,
          }),
          ...(isOther && held.state === 'failing' && { state: 'on' }),
        })
      })
      deliver()
      return describe(row)
    },

    async disconnectTarget({ caller, params }) {
      const { id, name } = await findOwn(caller, params.id)
      await inTransaction(db, async (tx) => {
        await deleteEndpoint(tx, id)
        await recordAudit(tx, audited(caller, id, 'conversions.disconnect'))
      })
      return { name }
    },

    async turnOnTarget({ caller, params }) {
      const row = await bringOn({ db, clock }, await findOwn(caller, params.id), true)
      deliver()
      return describe(row)
    },

    async turnOffTarget({ caller, params }) {
      const { id } = await findOwn(caller, params.id)
      const row = await inTransaction(db, async (tx) => {
        const held = found(await holdEndpoint(tx, id))
        if (held.state !== 'off') await turnOff(tx, held, 'seller', clock.now())
        return found(await holdEndpoint(tx, id))
      })
      return describe(row)
    },

    async testTarget({ caller, params }) {
      const target = await findOwn(caller, params.id)
      await limiter.take([{ rule: 'endpointCallOfSeller', subject: caller.sellerId }])
      const kind = kindOf(target)
      const request = testFor(kind, target.publicId ?? '', clock.now(), calling.publicUrl)
      const called = await callPlatform(calling, target, request, { isCheck: true })
      const { isAnswered, ...result } = describeCall(called)
      return { ...result, isAnswered: isAnswered && (kind !== 'ga4' || isFlawless(called.text)), request }
    },
  }
}

/** Throws an error if the id cannot be the seller's at the platform. */
function checkId(kind: ConversionKind, publicId: string): void {
  const { pattern, problem } = platforms[kind].id
  if (!pattern.test(publicId)) throw new InvalidFields({ publicId: say(problem) })
}

function kindOf({ id, kind }: EndpointRow): ConversionKind {
  if (kind === 'webhook') throw new Error(`${id} is not an ad platform`)
  return kind
}

/** A sample purchase that Google only checks. For the others, an event of another name about an invented buyer. */
function testFor(kind: ConversionKind, publicId: string, at: Date, publicUrl: string): string {
  const conversion = sample(at)
  const buyer = {
    email: 'test@example.com',
    country: null,
    browser: 'Tillform',
    click: undefined,
    agreedAt: at,
    page: publicUrl,
  }
  switch (kind) {
    case 'ga4':
      return writeGa4(conversion)
    case 'meta':
      return writeMeta(conversion, buyer, true)
    case 'tiktok':
      return writeTikTok(publicId, conversion, buyer, true)
  }
}

function sample(at: Date) {
  const id = newId()
  return {
    isRefund: false,
    purchaseId: id,
    orderId: id,
    at,
    value: 49,
    currency: 'EUR',
    items: [{ id: 'sample', title: t('Sample product'), quantity: 1, price: 49 }],
  }
}

/** Google lists what is wrong with an event, and nothing if it would accept it. */
function isFlawless(answer: string): boolean {
  return /"validationMessages"\s*:\s*\[\s*\]/.test(answer)
}
