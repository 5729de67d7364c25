import { rename, rm } from 'node:fs/promises'
import { z } from 'zod'

const SystemError = z.object({ code: z.string() })

/** Whether an error of the operating system has one of these codes. */
export const hasCode = (error: unknown, codes: string[]) => {
  const parsed = SystemError.safeParse(error)
  return parsed.success && codes.includes(parsed.data.code)
}

/** Ignores the error for a file that another process may have removed. */
export const ignoreVanished = (error: unknown) => {
  if (!hasCode(error, ['ENOENT'])) throw error
}

/**
 * Moves a finished folder into place atomically. If another process was first, that folder stays and the
 * draft is removed.
 */
export async function renameUnlessThere(draft: string, place: string) {
  try {
    await rename(draft, place)
  } catch (error) {
    if (!hasCode(error, ['ENOTEMPTY', 'EEXIST', 'EPERM'])) throw error
    await rm(draft, { recursive: true, force: true })
  }
}
