import { useState } from 'react'
import { hostOf } from '#buying/embedding/embed-hosts.ts'
import { Section } from '#web/kit/section.tsx'
import { Textarea } from '#web/kit/textarea.tsx'
import { useFormFields } from './use-form-fields.ts'

/** The hosts whose pages may show the form: one in a line, and what is pasted as an address becomes its host. */
export function EmbeddingSection() {
  const { change, getValues, errorOf } = useFormFields()
  const [text, setText] = useState(() => (getValues('embedHosts') ?? []).join('\n'))
  const [isTyping, setIsTyping] = useState(false)
  return (
    <Section
      field="embedHosts"
      title="On your own site"
      lead="Buyers can pay without leaving your site. You will find the code to paste under Share, on the form's card."
    >
      <Textarea
        label="Sites that may show this form"
        info="Every other site is refused, so that nobody can pass your form off as theirs."
        hint="One per line. *.example.com covers all subdomains of example.com."
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        placeholder="shop.example.com"
        error={isTyping ? undefined : errorOf('embedHosts')}
        value={text}
        onChange={(event) => {
          setIsTyping(true)
          setText(event.target.value)
          change('embedHosts', hostsIn(event.target.value))
        }}
        onBlur={() => {
          setIsTyping(false)
          setText(hostsIn(text).join('\n'))
        }}
      />
    </Section>
  )
}

function hostsIn(text: string): string[] {
  return text.split(/[\s,]+/).flatMap((typed) => (typed === '' ? [] : [hostOf(typed)]))
}
