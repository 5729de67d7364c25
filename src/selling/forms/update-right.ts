import type { Right } from '#foundation/http/entities.ts'

/** What changing a form asks for: one of its timers alone is another right than the form itself. */
export function updateRight(isDetailUpdate: boolean): Right {
  return { entity: isDetailUpdate ? 'timers' : 'forms', verb: 'update' }
}
