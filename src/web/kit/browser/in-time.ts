import { cardTimeLimit } from './use-card-status.ts'

/** What is loading, or null once it has taken too long: nobody waits without end for a script that hangs. */
export async function inTime<T>(loading: Promise<T | null>): Promise<T | null> {
  let limit: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    limit = setTimeout(() => resolve(null), cardTimeLimit)
  })
  try {
    return await Promise.race([loading, late])
  } finally {
    clearTimeout(limit)
  }
}
