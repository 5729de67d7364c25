import type { z } from 'zod'
import type { Session } from '#accounts/identity/contract.ts'
import { useCheckedForm } from '#accounts/identity/ui/use-checked-form.ts'
import { continueAfterSignIn } from './after-sign-in.ts'

/** The way of a form that signs in: check, send, then leave. */
export function useIdentityForm<Schema extends z.ZodType>(
  schema: Schema,
  send: (body: z.output<Schema>) => Promise<Session>,
) {
  return useCheckedForm(schema, async (body) => {
    await continueAfterSignIn(await send(body))
    return true
  })
}
