import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#foundation/http/client.ts'

/** Answers that stay the same when asked again are not asked again. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures >= 2) return false
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: isWorthRetrying, staleTime: 10_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}
