import { ApiError } from '#foundation/http/client.ts'

/** The server's own message where there is one, else the caller's. */
export function errorMessage(error: unknown, fallback: string): string {
  const isServers = error instanceof ApiError && error.code !== 'unreadable_answer' && error.message !== ''
  return isServers ? error.message : fallback
}
