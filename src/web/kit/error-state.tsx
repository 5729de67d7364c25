import { CloudOff } from 'lucide-react'
import { Link } from 'react-router'
import { secondFactorRequired } from '#foundation/http/caller.ts'
import { ApiError, NoAnswer } from '#foundation/http/client.ts'
import { Button, buttonClass } from './button.tsx'

type Props = {
  readonly error: unknown
  readonly onRetry: () => void
  readonly isRetrying?: boolean
  /** The list to go on from, if the one thing does not exist: trying again would not bring it back. */
  readonly listPath?: string
}

/** What a page shows when its data could not be had; what calls are refused with is fit for people, and nothing else is. */
export function ErrorState({ error, onRetry, isRetrying = false, listPath }: Props) {
  const isForPeople = (error instanceof ApiError || error instanceof NoAnswer) && error.message !== ''
  const message = isForPeople ? error.message : 'Something went wrong, please try again.'
  const isMissing = listPath !== undefined && error instanceof ApiError && error.status === 404
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-3xl bg-danger-soft px-6 py-14 text-center"
    >
      <CloudOff aria-hidden className="size-9 text-danger" />
      <h2 className="text-xl font-semibold">
        {isMissing ? 'This does not exist' : 'This could not be loaded'}
      </h2>
      <p className="max-w-md text-pretty">
        {isMissing ? 'It was deleted, or its address is not complete.' : message}
      </p>
      {error instanceof ApiError && error.code === secondFactorRequired && (
        <a href="/settings" className={buttonClass()}>
          Open settings
        </a>
      )}
      {isMissing ? (
        <Link to={listPath} className={`mt-2 ${buttonClass('secondary')}`}>
          Back to the list
        </Link>
      ) : (
        <Button variant="secondary" className="mt-2" isBusy={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
