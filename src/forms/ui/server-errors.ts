import { z } from 'zod'
import { ApiError } from '#http/client.ts'
import { formCreate } from '#forms/contract.ts'

const fieldName = z.keyof(formCreate)

/** The fields that a refused save names, with their messages; parts of a list count as the list. */
export function fieldErrorsOf(error: unknown) {
  if (!(error instanceof ApiError)) return []
  return Object.entries(error.errors).flatMap(([path, message]) => {
    const name = fieldName.safeParse(path.split('.')[0])
    return name.success ? [{ name: name.data, message }] : []
  })
}
