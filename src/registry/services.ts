import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { CardProvider } from '#foundation/card-provider/card-provider.ts'
import type { ReadReplica } from '#foundation/db/server/replica.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'
import type { Tracer } from '#foundation/telemetry/tracer.ts'
import type { Clock } from '../foundation/time/clock.ts'
import type { Config } from '../foundation/config/config.ts'
import type { AllSellerData } from './seller-data.ts'

/** The services of every domain. They are passed in, so that tests can use their own. */
export type Services = {
  readonly config: Config
  readonly db: Kysely<Database>
  readonly readReplica: ReadReplica
  readonly provider: CardProvider
  readonly limiter: Limiter
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly metrics: Metrics
  readonly tracer: Tracer
  /** The domains' data about sellers. */
  readonly sellerData: AllSellerData
}
