import type { Right } from '#foundation/rights/entities.ts'

/** What changing a form asks for: one of its timers alone is another right than the form itself. */
export function updateRight(isDetailUpdate: boolean): Right {
  return { entity: isDetailUpdate ? 'timers' : 'forms', verb: 'update' }
}

/** The same of a request with these fields: who changes anything else with the timers' page needs both rights. */
export function updateRights(isDetailUpdate: boolean, fields: readonly string[]): Right[] {
  const changesForm = fields.some((field) => field !== 'timers' && field !== 'isDetailUpdate')
  return isDetailUpdate && changesForm
    ? [updateRight(true), updateRight(false)]
    : [updateRight(isDetailUpdate)]
}
