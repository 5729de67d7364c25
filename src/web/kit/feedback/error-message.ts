import { ApiError } from '#foundation/http/contract/client.ts'
import { WrongFields } from '../form/wrong-fields.ts'

/** The server's own message where there is one, or that of the fields, else the caller's. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof WrongFields) return error.message
  const isServers = error instanceof ApiError && error.code !== 'unreadable_answer' && error.message !== ''
  return isServers ? error.message : fallback
}
