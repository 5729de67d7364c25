import { useEffect, useRef } from 'react'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { securityMessages } from '../messages.ts'

/** The code of the second factor, for a page that has just asked for it: asking is no error to show. */
export function CodeInput({ error }: { readonly error: string | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <TextInput
      ref={input}
      label="Code"
      required
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      error={error === securityMessages.codeRequired ? undefined : error}
    />
  )
}
