import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { isWebAddress } from '#foundation/http/input/fields.ts'
import { plainWebAddress } from '#foundation/typed/read-web-address.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'

type Props = { readonly editor: Editor; readonly onDone: () => void }

/** Where the chosen text leads; without a choice the address becomes its text. */
export function LinkRow({ editor, onDone }: Props) {
  const present: unknown = editor.getAttributes('link')['href']
  const [address, setAddress] = useState(typeof present === 'string' ? present : '')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const apply = () => {
    const href = plainWebAddress(address)
    if (!isWebAddress(href)) return setError('This is no web address, such as https://example.com')
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && present === undefined) {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    } else chain.setLink({ href }).run()
    onDone()
  }
  return (
    <div
      role="presentation"
      className="grid animate-appear gap-3 rounded-2xl bg-sunken p-4"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        if (event.key === 'Enter' && !(event.target instanceof HTMLInputElement)) return
        // The form around it is not meant.
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Enter') apply()
        else onDone()
      }}
    >
      <TextInput
        label="Link address"
        ref={field}
        inputMode="url"
        placeholder="https://example.com"
        error={error}
        value={address}
        onChange={({ target }) => {
          setAddress(target.value)
          setError(undefined)
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button onClick={apply}>Set link</Button>
        {present !== undefined && (
          <Button
            variant="secondary"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              onDone()
            }}
          >
            Remove link
          </Button>
        )}
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
