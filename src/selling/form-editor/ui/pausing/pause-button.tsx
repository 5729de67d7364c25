import { Pause, Play } from 'lucide-react'
import { Button } from '#web/kit/layout/button.tsx'
import type { Form } from '#selling/forms/contract.ts'
import { usePausing } from './use-pausing.ts'

type Props = {
  readonly form: Pick<Form, 'id' | 'isPaused'>
  /** To resume sales is the first thing to do on this page. */
  readonly isMain?: boolean
}

/** Pauses the form with one press, and goes on selling it with another. */
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
      {isPaused ? 'Resume sales' : 'Pause sales'}
    </Button>
  )
}
