import type { Right } from '#foundation/rights/entities.ts'

/** The right to change a form. Changing only its timers is a separate right. */
export function updateRight(isDetailUpdate: boolean): Right {
  return { entity: isDetailUpdate ? 'timers' : 'forms', verb: 'update' }
}

/** The rights a request needs. A timers update that changes any other field needs both. */
export function updateRights(isDetailUpdate: boolean, fields: readonly string[]): Right[] {
  const changesForm = fields.some((field) => field !== 'timers' && field !== 'isDetailUpdate')
  return isDetailUpdate && changesForm
    ? [updateRight(true), updateRight(false)]
    : [updateRight(isDetailUpdate)]
}
