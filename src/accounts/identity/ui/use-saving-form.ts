import { useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react'
import { toast } from 'sonner'
import type { z } from 'zod'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useUnsavedForm } from '#web/kit/form/unsaved-changes.tsx'
import { useWaitedFor } from '#web/kit/form/waited-for.ts'
import { useCheckedForm } from './checked-form.ts'

/**
 * Runs a small form that saves data in the app. A failed save also shows a toast with the server's message or
 * `failure`, and leaving with unsaved input asks first. Saving waits for `waitFor`, such as the upload of a picture.
 */
export function useSavingForm<Schema extends z.ZodType>(
  schema: Schema,
  failure: string,
  act: (body: z.output<Schema>, form: HTMLFormElement) => Promise<boolean>,
) {
  const saved = useRef('')
  const save: typeof act = async (body, form) => {
    const isLeft = await act(body, form)
    saved.current = writtenIn(form)
    return isLeft
  }
  const waited = useWaitedFor()
  const { form, isBusy, onSubmit, ...others } = useCheckedForm(schema, save, (error) => {
    const message = errorMessage(error, failure)
    toast.error(message)
    return message
  })
  useEffect(() => {
    saved.current = writtenIn(form.current)
  }, [form])
  const [isDirty, setIsDirty] = useState(false)
  const look = useEffectEvent(() => setIsDirty(writtenIn(form.current) !== saved.current))
  // Hidden fields follow their state without an event.
  useEffect(() => look())
  useEffect(() => {
    // Runs after React's own listeners, because rendering earlier would undo what was typed in a controlled field.
    const listen = () => look()
    document.addEventListener('input', listen)
    return () => document.removeEventListener('input', listen)
  }, [])
  useUnsavedForm(() => !isBusy && (waited.isNeeded() || writtenIn(form.current) !== saved.current))

  async function submitOnceThere(target: HTMLFormElement): Promise<void> {
    if (await waited.untilThere()) target.requestSubmit()
  }

  return {
    ...others,
    form,
    isDirty: isDirty || waited.isUploading,
    isBusy: isBusy || waited.names !== null,
    waitFor: waited.add,
    /** What a save is waiting for, or null. */
    waitedFor: waited.names,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      if (!waited.isNeeded()) {
        onSubmit(event)
        return
      }
      event.preventDefault()
      if (waited.names === null) void submitOnceThere(event.currentTarget)
    },
  }
}

function writtenIn(form: HTMLFormElement | null): string {
  return form === null ? '' : JSON.stringify([...new FormData(form)])
}
