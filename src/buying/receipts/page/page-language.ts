import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'
import { generationOf } from '#payments/purchases/purchase.ts'
import { languageOfStatement } from '#buying/withdrawal/language-of-statement.ts'
import { languageOfPurchase } from '#payments/purchases/records/language-of-purchase.ts'

const given = z.object({ key: z.string() })
const sent = z.object({ secret: z.string() })

/**
 * The language of the purchase or statement that a request is about. Undefined without its key, because it
 * would reveal that the purchase exists.
 */
export async function languageOfSubject(
  { db, authSecret }: { readonly db: Kysely<Database>; readonly authSecret: string },
  { url, query, body }: FastifyRequest,
): Promise<string | undefined> {
  const [, kind, id] = /^\/(purchases|api\/stripe\/purchases|withdraw\/received)\/([^/?]+)/.exec(url) ?? []
  if (id === undefined) return undefined
  const key = given.safeParse(query).data?.key ?? sent.safeParse(body).data?.secret
  if (key === undefined) return undefined
  if (kind === 'withdraw/received') return languageOfStatement({ db, authSecret }, id, key)
  return generationOf(authSecret, id, key) === undefined ? undefined : languageOfPurchase(db, id)
}
