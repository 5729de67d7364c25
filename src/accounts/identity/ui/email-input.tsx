import { TextInput } from '#web/kit/form/text-input.tsx'

type Props = {
  readonly label?: string
  readonly error: string | undefined
  readonly defaultValue?: string | undefined
  readonly readOnly?: boolean
  readonly hint?: string
  readonly autoComplete?: 'username' | 'email'
}

export function EmailInput({ label = 'Email', autoComplete = 'username', ...rest }: Props) {
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
