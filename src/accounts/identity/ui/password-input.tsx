import { useState } from 'react'
import { TextInput } from '#web/kit/form/text-input.tsx'

type Props = {
  readonly label?: string
  readonly name?: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly hint?: string
  readonly readOnly?: boolean
  readonly error: string | undefined
}

export function PasswordInput({
  label = 'Password',
  name = 'password',
  autoComplete,
  hint,
  readOnly,
  error,
}: Props) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="relative">
      <TextInput
        label={label}
        required
        name={name}
        type={isShown ? 'text' : 'password'}
        autoComplete={autoComplete}
        maxLength={128}
        hint={hint}
        readOnly={readOnly}
        error={error}
      />
      <button
        type="button"
        aria-pressed={isShown}
        title="Show or hide the password"
        className="absolute top-0 right-0 tight:static min-h-6 rounded px-1 text-sm font-medium text-brand hover:underline"
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
        <span className="sr-only"> {label.toLowerCase()}</span>
      </button>
    </div>
  )
}
