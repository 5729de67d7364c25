import { useId, type ReactNode } from 'react'
import { InfoTip } from '../layout/info-tip.tsx'

/** The frame of every field, around its control. */
export type FieldProps = {
  readonly label: string
  readonly required?: boolean | undefined
  /** A longer explanation, behind an info mark. */
  readonly info?: string | undefined
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

/** Connects a control with its label, hint and error. */
export type ControlProps = {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

type Props = FieldProps & {
  /** Content at the end of the label's line, such as the switch of an optional field. */
  readonly aside?: ReactNode
  readonly children: (control: ControlProps) => ReactNode
}

export function Field({ label, required = false, info, hint, error, aside, children }: Props) {
  const id = useId()
  // The error replaces the hint, because it repeats the hint or is more urgent.
  const describedBy = error !== undefined ? `${id}-error` : hint !== undefined ? `${id}-hint` : undefined
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <div className="flex min-h-6 items-center gap-1.5">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {required && (
          <span aria-hidden className="-ml-1 font-medium text-danger">
            *
          </span>
        )}
        {info !== undefined && <InfoTip about={label} text={info} />}
        {aside !== undefined && <span className="ml-auto">{aside}</span>}
      </div>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': describedBy,
      })}
      {hint !== undefined && error === undefined && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} about={label} message={error} />
    </div>
  )
}

type ErrorProps = {
  readonly id?: string
  /**
   * The error is announced with the field's label, because after a blur the screen reader is already at the next field.
   */
  readonly about?: string
  readonly message: string | undefined
}

/** The error of a field. Its element is always present, so that the error is announced when it appears. */
export function FieldError({ id, about, message }: ErrorProps) {
  return (
    <div aria-live="polite" className="empty:absolute">
      {message !== undefined && (
        <>
          {about !== undefined && <span className="sr-only">{about}: </span>}
          <p id={id} className="text-sm font-medium whitespace-pre-line text-danger">
            {message}
          </p>
        </>
      )}
    </div>
  )
}
