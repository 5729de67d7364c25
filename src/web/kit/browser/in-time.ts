import { cardTimeLimit } from './use-card-status.ts'

/** Resolves with the loaded value, or with null after too long, so that no one waits forever for a hanging script. */
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
