import { settleRefund } from '#sandbox/payments/refund-charge.ts'
import type { World } from '#sandbox/world.ts'

interface Due {
  at: number
  run: () => void
}

/** Does what is due up to `until`, the earliest first, each at its own time. @returns how much there was to do */
export function runDue(world: World, until: number): number {
  let done = 0
  for (let next = earliest(world); next !== undefined && next.at <= until; next = earliest(world)) {
    world.clock.at(Math.max(next.at, 0), next.run)
    done += 1
  }
  return done
}

function earliest(world: World): Due | undefined {
  let first: Due | undefined
  for (const due of everythingDue(world)) {
    if (first === undefined || due.at < first.at) first = due
  }
  return first
}

function* everythingDue(world: World): Generator<Due> {
  for (const refund of world.store.refunds.all()) {
    if (refund.settles_at !== null) yield { at: refund.settles_at, run: () => settleRefund(world, refund) }
  }
}
