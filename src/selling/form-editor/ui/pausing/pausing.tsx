import { useQueryClient } from '@tanstack/react-query'
import { CirclePause, Moon, Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import type { DisabledByPlanParts } from '#accounts/billing/contract.ts'
import { disabledByPlanWords } from '#accounts/billing/ui/disabled-by-plan-words.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { formMessages } from '#selling/form-editor/messages.ts'
import { type Form, formsContract, isWhole } from '#selling/forms/contract.ts'
import { formQuery, formsKey } from '#selling/forms/ui/queries.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Button } from '#web/kit/layout/button.tsx'

type Props = {
  readonly form: Pick<Form, 'id' | 'isPaused'>
  /** Whether resuming sales is the page's main action. */
  readonly isMain?: boolean
}

export function PauseButton({ form: { id, isPaused }, isMain = false }: Props) {
  const { mutate, isPending } = usePausing()
  return (
    <Button
      variant={isPaused && isMain ? 'primary' : 'secondary'}
      isBusy={isPending}
      onClick={() => mutate({ id, isPaused: !isPaused })}
    >
      {!isPending &&
        (isPaused ? <Play aria-hidden className="size-4.5" /> : <Pause aria-hidden className="size-4.5" />)}
      {isPaused ? t('Resume sales') : t('Pause sales')}
    </Button>
  )
}

/** Pauses or resumes a form, without saving other edits. */
export function usePausing() {
  const queryClient = useQueryClient()
  return useWrite({
    mutationFn: ({ id, isPaused }: Pick<Form, 'id' | 'isPaused'>) =>
      call(formsContract.updateForm, { params: { id }, body: { isPaused, isDetailUpdate: false } }),
    onSuccess: async (saved, { isPaused }) => {
      toast.success(isPaused ? formMessages.paused() : formMessages.resumed())
      if (isWhole(saved)) queryClient.setQueryData(formQuery(saved.id).queryKey, saved)
      await queryClient.invalidateQueries({ queryKey: [...formsKey, 'list'] })
    },
    onError: (error) => toast.error(errorMessage(error, formMessages.updateFailed())),
  })
}

/** The note on a paused form's pages. Its children are the controls that resume sales. */
export function PausedNote({ children }: { readonly children?: ReactNode }) {
  return (
    <Notice tone="warning">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="flex min-w-0 flex-1 basis-64 gap-2">
          <CirclePause aria-hidden className="mt-0.5 size-5 shrink-0" />
          <span>{t('Sales are paused. The page shows a message, and subscriptions keep renewing.')}</span>
        </p>
        {children}
      </div>
    </Notice>
  )
}

/** The note about parts that the seller's plan disables. */
export function DisabledByPlanNote({ parts }: { readonly parts: DisabledByPlanParts }) {
  return (
    <p className="flex gap-2 rounded-xl bg-sunken px-3 py-2 text-sm">
      <Moon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0 text-pretty">
        {t('Saved for when you return to Growth: {parts}', { parts: disabledByPlanWords(parts) })}
      </span>
    </p>
  )
}
