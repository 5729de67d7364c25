import { v7 } from 'uuid'

/** A new row's id: time-ordered, so that lists sort and indexes grow by it. */
export function newId(): string {
  return v7()
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a path's id can be a row's id at all; what is none is "not found", like another seller's. */
export function isId(value: string): boolean {
  return uuidShape.test(value)
}
