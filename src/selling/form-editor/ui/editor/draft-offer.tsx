import type { UseFormReturn } from 'react-hook-form'
import { useEffect, useState } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { When } from '#web/kit/layout/when.tsx'
import type { FormCreate } from '#selling/forms/contract.ts'
import { endedSession, storedToken, useUser } from '#accounts/identity/ui/session.ts'
import {
  dropDraft,
  type FormDraft,
  readDraft,
  restored,
  writeDraft,
} from '#selling/form-editor/ui/draft/form-draft.ts'
import type { FormValues } from './form-values.ts'

type Props = {
  /** Identifies the editor's form. */
  readonly form: string
  readonly methods: UseFormReturn<FormValues, unknown, FormCreate>
}

/** Offers to restore changes from a page that was left without saving. */
export function DraftOffer({ form, methods }: Props) {
  const { offered, restore, discard } = useFormDraft(form, methods)
  if (offered === null) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl bg-brand-soft px-4 py-3 sm:px-5"
    >
      <p className="min-w-0 flex-1 basis-60 text-pretty">
        {rich('You left without saving {time}. Your changes were kept.', {
          time: <When at={new Date(offered.at).toISOString()} />,
        })}
      </p>
      <div className="flex gap-2">
        <Button onClick={() => void restore(offered)}>{t('Restore')}</Button>
        <Button variant="ghost" onClick={discard}>
          {t('Discard')}
        </Button>
      </div>
    </div>
  )
}

/** The delay before a draft is saved, in milliseconds. Leaving saves it right away. */
const saveDelay = 300

/**
 * Keeps unsaved changes across reloads, in this browser and only for this user. A draft is offered once and applied on
 * top of others' later saves. It is deleted when the seller saves, undoes the changes, leaves the editor on purpose or
 * signs out, but not when a session expires.
 */
function useFormDraft(form: string, methods: UseFormReturn<FormValues, unknown, FormCreate>) {
  // The draft remains the user's after their session has ended.
  const [userId] = useState(useUser()?.id ?? '')
  const name = `${userId} ${form}`
  const { isDirty, isSubmitSuccessful } = methods.formState
  const [offered, setOffered] = useState<FormDraft | null>(() => {
    const stored = readDraft(localStorage, name)
    const isSame = JSON.stringify(stored?.values) === JSON.stringify(methods.getValues())
    return isSame ? null : stored
  })

  useEffect(() => {
    if (!isDirty) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      if (!isTheirs(userId)) return
      const before = methods.formState.defaultValues
      writeDraft(localStorage, name, { at: Date.now(), values: methods.getValues(), before })
    }
    const saveSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(save, saveDelay)
    }
    saveSoon()
    const unsubscribe = methods.subscribe({ formState: { values: true }, callback: saveSoon })
    window.addEventListener('pagehide', save)
    return () => {
      unsubscribe()
      clearTimeout(timer)
      window.removeEventListener('pagehide', save)
      if (endedSession() !== userId) dropDraft(localStorage, name)
    }
  }, [isDirty, methods, name, userId])

  return {
    offered: isSubmitSuccessful ? null : offered,
    restore: async (draft: FormDraft) => {
      methods.reset(await restored(draft, methods.getValues()), { keepDefaultValues: true })
      setOffered(null)
    },
    discard: () => {
      if (!isDirty) dropDraft(localStorage, name)
      setOffered(null)
    },
  }
}

/** False once the user has signed out, in any tab. */
function isTheirs(userId: string): boolean {
  return storedToken() !== null || endedSession() === userId
}
