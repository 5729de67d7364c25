import { toast } from 'sonner'
import type { z } from 'zod'
import { errorMessage } from '#web/kit/error-message.ts'
import { useCheckedForm } from './use-checked-form.ts'

/**
 * The way of a small form that saves something of the app: what is refused is told by a toast as well, in the server's
 * words, or by `failure` where it gave none.
 */
export function useSavingForm<Schema extends z.ZodType>(
  schema: Schema,
  failure: string,
  act: (body: z.output<Schema>, form: HTMLFormElement) => Promise<boolean>,
) {
  return useCheckedForm(schema, act, (error) => {
    const message = errorMessage(error, failure)
    toast.error(message)
    return message
  })
}
