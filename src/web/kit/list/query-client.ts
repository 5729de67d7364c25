import { QueryClient } from '@tanstack/react-query'
import { ApiError, NoAnswer } from '#foundation/http/contract/client.ts'

/** Responses that would stay the same are not requested again, nor are calls that timed out. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures >= 2 || (error instanceof NoAnswer && error.isLate)) return false
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
