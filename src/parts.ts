import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { CardProvider } from '#card-provider/card-provider.ts'
import type { Clock } from '#db/clock.ts'
import type { Database } from '#db/schema.ts'
import type { Limiter } from '#limits/limiter.ts'
import type { Config } from './config.ts'

/** What every domain stands on; passed in, so that tests bring their own. */
export type Parts = {
  readonly config: Config
  readonly db: Kysely<Database>
  readonly provider: CardProvider
  readonly limiter: Limiter
  readonly clock: Clock
  readonly log: FastifyBaseLogger
}
