import { z } from 'zod'

const violation = z.object({ code: z.literal('23505') })

/** Whether a statement failed because the row already exists. */
export function isUniqueViolation(error: unknown): boolean {
  return violation.safeParse(error).success
}
