import { X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { Field, type FieldProps } from '#web/kit/field.tsx'
import { unitsOf } from '#web/kit/length.ts'

/** A tag has more characters than this. */
const tooShort = 3
const most = 30

type Props = Omit<FieldProps, 'hint' | 'required'> & {
  readonly tags: readonly string[]
  readonly onChange: (tags: string[]) => void
}

/** Words of one's own: each is added by Enter alone, and only when it is long enough. */
export function TagsInput({ tags, onChange, error, ...field }: Props) {
  const [text, setText] = useState('')

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // It must not send the form.
    event.preventDefault()
    const tag = text.trim()
    if (Array.from(tag).length <= tooShort || tags.length >= most) return
    if (!tags.includes(tag)) onChange([...tags, tag])
    setText('')
  }

  return (
    <Field {...field} error={error} hint="Press Enter to add a tag of more than 3 characters.">
      {(control) => (
        <div className="grid gap-3">
          <input
            {...control}
            maxLength={unitsOf(50)}
            autoComplete="off"
            enterKeyHint="enter"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            className="control"
          />
          {tags.length > 0 && (
            <ul aria-label={field.label} className="flex flex-wrap gap-2">
              {tags.map((tag) => (
                <li
                  key={tag}
                  className="flex max-w-full items-center rounded-full bg-brand-soft pl-3.5 font-medium text-brand"
                >
                  <span className="truncate">{tag}</span>
                  <button
                    type="button"
                    aria-label={`Remove ${tag}`}
                    className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-brand-fill hover:text-white"
                    onClick={() => onChange(tags.filter((other) => other !== tag))}
                  >
                    <X aria-hidden className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  )
}
