import { CloudOff } from 'lucide-react'
import { secondFactorRequired } from '#foundation/http/caller.ts'
import { ApiError, NoAnswer } from '#foundation/http/client.ts'
import { Button, buttonClass } from './button.tsx'

type Props = { readonly error: unknown; readonly onRetry: () => void; readonly isRetrying?: boolean }

/** What a page shows when its data could not be had; calls are refused with messages fit for people. */
export function ErrorState({ error, onRetry, isRetrying = false }: Props) {
  const message =
    // Any other error has the words of a program.
    (error instanceof ApiError || error instanceof NoAnswer) && error.message !== ''
      ? error.message
      : 'Something went wrong, please try again.'
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-3xl bg-danger-soft px-6 py-14 text-center"
    >
      <CloudOff aria-hidden className="size-9 text-danger" />
      <h2 className="text-xl font-semibold">This could not be loaded</h2>
      <p className="max-w-md text-pretty">{message}</p>
      {error instanceof ApiError && error.code === secondFactorRequired && (
        <a href="/settings" className={buttonClass()}>
          Open settings
        </a>
      )}
      <Button variant="secondary" className="mt-2" isBusy={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
