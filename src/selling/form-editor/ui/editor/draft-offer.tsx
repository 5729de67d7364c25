import type { UseFormReturn } from 'react-hook-form'
import { Button } from '#web/kit/layout/button.tsx'
import { When } from '#web/kit/layout/when.tsx'
import type { FormCreate } from '#selling/forms/contract.ts'
import type { FormValues } from './form-values.ts'
import { useFormDraft } from '../draft/use-form-draft.ts'

type Props = {
  /** Tells the editor's form from others. */
  readonly form: string
  readonly methods: UseFormReturn<FormValues, unknown, FormCreate>
}

/** Offers what was typed before the page was left without saving. */
export function DraftOffer({ form, methods }: Props) {
  const { offered, restore, discard } = useFormDraft(form, methods)
  if (offered === null) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl bg-brand-soft px-4 py-3 sm:px-5"
    >
      <p className="min-w-0 flex-1 basis-60 text-pretty">
        You left without saving, <When at={new Date(offered.at).toISOString()} />. Your changes were kept.
      </p>
      <div className="flex gap-2">
        <Button onClick={() => void restore(offered)}>Restore</Button>
        <Button variant="ghost" onClick={discard}>
          Discard
        </Button>
      </div>
    </div>
  )
}
