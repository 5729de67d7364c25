import { useEffect, useRef } from 'react'
import { securityMessages } from '#identity/messages.ts'
import { TextInput } from '#shell/ui/text-input.tsx'

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
