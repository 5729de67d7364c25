import type { ReactNode, RefObject } from 'react'
import { cardMessages } from '#foundation/card-provider/messages.ts'
import { LiveError } from '../feedback/live-error.tsx'
import type { CardStatus } from '../browser/use-card-status.ts'

/** Loads a field again after it failed to load. */
export type CardRetry = { readonly label: string; readonly press: (form: HTMLFormElement | null) => void }

type ProviderFieldProps = {
  readonly legend: string
  readonly status: CardStatus
  /** The error of the typed text, shown below the field. */
  readonly error: string | null
  /** The id of the message. Omitted if there is only one such field on the page, as nearly everywhere. */
  readonly errorId?: string | undefined
  readonly retry: CardRetry
  readonly group: RefObject<HTMLFieldSetElement | null>
  /** The button that loads a missing field again. */
  readonly again: RefObject<HTMLButtonElement | null>
  /** The provider's element in its box. */
  readonly children: ReactNode
}

/**
 * A field in the provider's frame, with its messages. Its parts have fixed ids, because React and Preact generate
 * different ids.
 */
export function ProviderField({
  legend,
  status,
  error,
  errorId = 'card-error',
  retry,
  group,
  again,
  children,
}: ProviderFieldProps) {
  const isAbsent = status === 'absent'
  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-describedby={errorId}
      className="card-field grid min-w-0 gap-1.5"
    >
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {children}
      <LiveError id={errorId} text={isAbsent ? cardMessages.notLoaded() : error} />
      <div aria-live="polite" className="empty:absolute">
        {isAbsent && (
          <>
            {cardMessages.fieldAbsent()}{' '}
            <button
              ref={again}
              type="button"
              aria-describedby={errorId}
              onClick={({ currentTarget }) => retry.press(currentTarget.form)}
              className="link py-1"
            >
              {retry.label}
            </button>
          </>
        )}
      </div>
    </fieldset>
  )
}

/** The message of a field. The message about a missing field disappears once the field appears. */
export function errorOfField(status: CardStatus, error: string | null): string | null {
  return status === 'ready' && error === cardMessages.notLoaded() ? null : error
}
