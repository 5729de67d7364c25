import { z } from 'zod'
import { day, prunedEvery, pruneOld } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { requestsKept } from './answer-once.ts'
import { apiKey, apiKeysContract } from './contract.ts'
import { apiKeysHandlers } from './handlers.ts'
import { writeKeyMail, writePausedKeyMail } from './notify-of-key.ts'
import { dropOldAnswers } from './request-store.ts'
import { deleteKeysOf, listKeys } from './store.ts'

/** How long a revoked API key stays in the list. */
const retention = 90 * day

/** How often surplus responses are deleted, in milliseconds. */
const droppedEvery = 5 * 60_000

const exported = apiKey.pick({ name: true, prefix: true, scopes: true, maker: true })

/** API keys for sellers' programs. */
export function registerApiKeys(
  { serve, work, writeMails, endAccount, exportAccount }: Registry,
  services: Services,
): void {
  serve(apiKeysContract, apiKeysHandlers(services))
  work('revoked keys', prunedEvery, () => pruneOld(services, 'apiKeys', retention))
  work('old API key requests', prunedEvery, () => pruneOld(services, 'apiRequests', requestsKept))
  work('too many stored responses', droppedEvery, () => dropOldAnswers(services.db))
  const { publicUrl } = services.config
  writeMails({
    api_key_made: async ({ data }) => writeKeyMail(publicUrl, data),
    api_key_paused: async ({ data }) => writePausedKeyMail(publicUrl, data),
  })
  endAccount({ closeSeller: async ({ tx }, sellerId) => deleteKeysOf(tx, sellerId) })
  exportAccount({
    name: 'apiKeys',
    entity: 'developers',
    schema: z.array(exported),
    read: async (db, sellerId) => (await listKeys(db, sellerId)).map((row) => exported.parse(row)),
  })
}
