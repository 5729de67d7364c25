import { z } from 'zod'

const violation = z.object({ code: z.literal('23505') })

/** Whether a statement failed because such a row is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return violation.safeParse(error).success
}
