import { useState } from 'react'
import { toast } from 'sonner'
import type { z } from 'zod'
import { errorMessage } from '#web/kit/error-message.ts'
import { useUnsavedForm } from '#web/kit/unsaved-forms.tsx'
import { useCheckedForm } from './use-checked-form.ts'

/**
 * The way of a small form that saves something of the app: what is refused is told by a toast as well, in the server's
 * words, or by `failure` where it gave none. A page of such forms asks before what was typed is left.
 */
export function useSavingForm<Schema extends z.ZodType>(
  schema: Schema,
  failure: string,
  act: (body: z.output<Schema>, form: HTMLFormElement) => Promise<boolean>,
) {
  const [saves, setSaves] = useState(0)
  const save: typeof act = async (...what) => {
    const isLeft = await act(...what)
    setSaves((before) => before + 1)
    return isLeft
  }
  const checked = useCheckedForm(schema, save, (error) => {
    const message = errorMessage(error, failure)
    toast.error(message)
    return message
  })
  useUnsavedForm(checked.form, { isBusy: checked.isBusy, saves })
  return checked
}
