import { LiveError } from '#web/kit/feedback/live-error.tsx'

type TextFieldProps = {
  readonly label: string
  readonly name: 'email' | 'name'
  readonly type: 'email' | 'text'
  readonly error: string | null
  readonly isReadOnly: boolean
  readonly onChange: () => void
}

/** A required field that the browser keeps: what was typed before the page came alive stays. */
export function TextField({ label, name, type, error, isReadOnly, onChange }: TextFieldProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={name} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={name}
        name={name}
        type={type}
        required
        autoComplete={name}
        // Of an address it means nothing.
        autoCapitalize="words"
        spellCheck={false}
        readOnly={isReadOnly}
        aria-invalid={error !== null}
        aria-describedby={`${name}-error`}
        onInput={onChange}
        className={`control ${error === null ? '' : 'control-invalid'}`}
      />
      <LiveError id={`${name}-error`} text={error} />
    </div>
  )
}
