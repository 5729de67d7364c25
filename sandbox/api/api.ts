import type { Courier } from '#events/courier.ts'
import type { Faults } from '#faults/faults.ts'
import type { Holds } from '#faults/holds.ts'
import type { Checker } from '#openapi/checker.ts'
import type { World } from '#world.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import type { RequestLog } from './request-log.ts'
import type { Router } from './router.ts'

/** Everything the API needs to serve requests. */
export type Api = {
  readonly world: World
  readonly route: Router
  readonly faults: Faults
  readonly holds: Holds
  readonly courier: Courier
  readonly keys: IdempotencyKeys
  readonly requests: RequestLog
  readonly checker: Checker | undefined
  readonly log: (line: string) => void
}
