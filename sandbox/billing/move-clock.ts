import { invalidRequest } from '#api/errors.ts'
import type { JsonObject } from '#json.ts'
import type { World } from '#world.ts'
import { runDue } from './run-due.ts'

/** Moves the sandbox's clock forward and does everything that falls due, in order. */
export function moveClock(world: World, to: number): JsonObject {
  const { clock, store } = world
  const ahead = Math.max(0, to - clock.now())
  runDue(world, clock.now() + ahead)
  clock.setOffset(clock.offset() + ahead)
  store.settings.put({ id: 'clock', offset: clock.offset(), movedTo: to })
  return renderClock(world)
}

/**
 * Starts the sandbox's clock in the past, so that tests can create a history. Allowed only in an unused
 * sandbox, because existing objects would lie in the future.
 */
export function beginClock(world: World, at: number): JsonObject {
  const { clock, store } = world
  if (store.hasHappened()) throw invalidRequest('The clock cannot begin earlier: something has happened.')
  clock.setOffset(clock.offset() + Math.min(0, at - clock.now()))
  store.settings.put({ id: 'clock', offset: clock.offset(), movedTo: at })
  return renderClock(world)
}

/** `moved_to` is the last requested time, or null before the first move. The clock keeps running from there. */
export function renderClock({ clock, store }: World): JsonObject {
  return { now: clock.now(), offset: clock.offset(), moved_to: store.settings.get('clock')?.movedTo ?? null }
}
