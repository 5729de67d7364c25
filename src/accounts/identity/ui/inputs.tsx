import { useEffect, useRef, useState } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { TextInput } from '#web/kit/form/text-input.tsx'

type PasswordProps = {
  readonly label?: string
  readonly name?: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly hint?: string
  readonly readOnly?: boolean
  readonly error: string | undefined
}

export function PasswordInput({
  label = t('Password'),
  name = 'password',
  autoComplete,
  hint,
  readOnly,
  error,
}: PasswordProps) {
  const [isShown, setIsShown] = useState(false)
  const hidden = <span className="sr-only" />
  const field = label.toLowerCase()
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
        title={t('Show or hide the password')}
        className="absolute top-0 right-0 tight:static min-h-6 rounded px-1 text-sm font-medium text-brand hover:underline"
        onClick={() => setIsShown(!isShown)}
      >
        {isShown
          ? rich('Hide<hidden> {field}</hidden>', { hidden, field })
          : rich('Show<hidden> {field}</hidden>', { hidden, field })}
      </button>
    </div>
  )
}

type EmailProps = {
  readonly label?: string
  readonly error: string | undefined
  readonly defaultValue?: string | undefined
  readonly readOnly?: boolean
  readonly hint?: string
  readonly autoComplete?: 'username' | 'email'
}

export function EmailInput({ label = t('Email'), autoComplete = 'username', ...rest }: EmailProps) {
  return (
    <TextInput
      label={label}
      required
      name="email"
      type="email"
      autoComplete={autoComplete}
      inputMode="email"
      placeholder="you@example.com"
      {...rest}
    />
  )
}

/** The field for the second factor's code. */
export function CodeInput({ error }: { readonly error: string | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <TextInput
      ref={input}
      label={t('Code')}
      required
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      error={error}
    />
  )
}
