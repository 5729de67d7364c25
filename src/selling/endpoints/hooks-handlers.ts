import { recordAudit } from '#accounts/audit/record-audit.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { isId, newId } from '#foundation/db/new-id.ts'
import { found, InvalidFields } from '#foundation/failures/failure.ts'
import { notAllowed, type Caller } from '#foundation/http/contract/caller.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { problemOfAddress } from '#foundation/http/public-address.ts'
import { t } from '#foundation/language/t.ts'
import type { Services } from '#registry/services.ts'
import { mayReadData } from '#selling/events/describe-event.ts'
import type { Calling } from './call-endpoint.ts'
import { mostEndpoints } from './contract.ts'
import { addressText, OnlyForKeys, TooManyEndpoints } from './errors.ts'
import { exampleOf } from './example-event.ts'
import type { hooksContract } from './hooks-contract.ts'
import { notifyOfHook } from './notify-of-endpoint.ts'
import { newSecret, secretText } from './secret.ts'
import {
  changeEndpoint,
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  readFormSold,
} from './store.ts'
import { turnOn } from './turn-on.ts'

/** Such a URL leads only to a workflow of the person who copied it, which cannot repeat a challenge. */
const automations = /^(?:hooks\.zapier\.com|hook\.[a-z\d-]+\.make\.com|[a-z\d-]+\.app\.n8n\.cloud)$/

export function hooksHandlers(services: Services, calling: Calling): Handlers<typeof hooksContract> {
  const { db, clock, limiter } = services

  async function insert({ sellerId, userId }: Caller, keyId: string, url: string, types: readonly string[]) {
    const [id, secret, at] = [newId(), newSecret(), clock.now()]
    const row = await inTransaction(db, async (tx) => {
      if ((await listEndpoints(tx, sellerId)).length >= mostEndpoints) throw new TooManyEndpoints()
      await recordAudit(tx, { at, actorId: userId, sellerId, subjectId: id, action: 'endpoints.subscribe' })
      return insertEndpoint(tx, {
        id,
        sellerId,
        keyId,
        name: new URL(url).hostname,
        url,
        types: [...types],
        formIds: null,
        isThin: false,
        secret: calling.box.close(secret, id),
        createdAt: at,
      })
    })
    return { row, secret: secretText(secret) }
  }

  return {
    async createHook({ caller, body: { url, types } }) {
      if (caller.keyId === null) throw new OnlyForKeys()
      // The events contain data that the key may not be allowed to read otherwise.
      if (!types.every((type) => mayReadData(caller, type))) throw notAllowed('read')
      const problem = problemOfAddress(url, calling.allowsLoopback)
      if (problem !== undefined) throw new InvalidFields({ url: addressText(problem) })
      await limiter.take([{ rule: 'endpointCallOfSeller', subject: caller.sellerId }])
      const { row, secret } = await insert(caller, caller.keyId, url, types)
      const { id } = row
      const isAutomation = automations.test(new URL(url).hostname)
      if (!isAutomation && (await turnOn(services, calling, row, true)).endpoint.state !== 'on') {
        await deleteEndpoint(db, id)
        throw new InvalidFields({
          url: t('The URL must respond to our challenge by repeating it, within ten seconds'),
        })
      }
      await inTransaction(db, async (tx) => {
        if (isAutomation) await changeEndpoint(tx, id, { state: 'on' })
        await notifyOfHook(tx, row)
      })
      return { id, secret }
    },

    async deleteHook({ caller, params }) {
      const hook = isId(params.id) ? await findEndpoint(db, caller.sellerId, params.id) : undefined
      // A key deletes only its own webhooks. People use another route, which asks them to prove who they are.
      const { id } = found(caller.keyId !== null && hook?.keyId === caller.keyId ? hook : undefined)
      const { sellerId, userId: actorId } = caller
      await inTransaction(db, async (tx) => {
        await deleteEndpoint(tx, id)
        const at = clock.now()
        await recordAudit(tx, { at, actorId, sellerId, subjectId: id, action: 'endpoints.delete' })
      })
      return { id }
    },

    async sampleEvent({ caller, query }) {
      const form = found(await readFormSold(db, caller.sellerId, query.form ?? null))
      return { ...exampleOf(query.type, form, clock.now()), test: true }
    },
  }
}
