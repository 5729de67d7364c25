import type { Courier } from '#events/courier.ts'
import type { Faults } from '#faults/faults.ts'
import type { Holds } from '#faults/holds.ts'
import type { Checker } from '#openapi/checker.ts'
import type { World } from '#world.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import type { RequestLog } from './request-log.ts'
import type { Router } from './router.ts'

/** What serving the API takes. */
export interface Api {
  world: World
  route: Router
  faults: Faults
  holds: Holds
  courier: Courier
  keys: IdempotencyKeys
  requests: RequestLog
  checker: Checker | undefined
  log: (line: string) => void
}
