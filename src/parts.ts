import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { ChargeGuard } from '#card-testing/guard.ts'
import type { CardProvider } from '#card-provider/card-provider.ts'
import type { Clock } from '#db/clock.ts'
import type { Database } from '#db/schema.ts'

/** What every domain stands on; passed in, so that tests bring their own. */
export type Parts = {
  readonly db: Kysely<Database>
  readonly provider: CardProvider
  /** Asked before a card is charged, and told of each decline. */
  readonly guard: ChargeGuard
  readonly clock: Clock
  readonly log: FastifyBaseLogger
}
