import { useState } from 'react'
import { Combobox, type ComboboxOption } from '#web/kit/form/combobox.tsx'
import { useFirstForms, useFoundForms } from './form-choices.ts'

type Props = {
  readonly label: string
  /** A form's id; empty: any. */
  readonly value: string
  /** What the chosen one is called, where that is known. */
  readonly title: string | undefined
  readonly onChange: (value: string) => void
}

const any: ComboboxOption = { value: '', label: 'Any' }

/**
 * A choice among the forms, or nothing for who may not see them. The latest are there to choose from; of a seller who has
 * more, the others are found by typing.
 */
export function FormCombobox({ label, value, title, onChange }: Props) {
  const [text, setText] = useState('')
  const { forms = [], hasMore, mayList } = useFirstForms()
  const found = useFoundForms(hasMore ? text : '')
  const [picked, setPicked] = useState<ComboboxOption>(any)
  if (!mayList) return null
  const listed = forms.map(optionOf)
  const isListed = value === '' || listed.some((option) => option.value === value)
  // One that was deleted, or is not among the latest, stays chosen.
  const present = picked.value === value ? picked : { value, label: title ?? 'One form' }
  const pick = (id: string, name: string) => {
    setPicked({ value: id, label: name })
    onChange(id)
  }
  return (
    <Combobox
      label={label}
      options={[any, ...(isListed ? [] : [present]), ...listed]}
      value={value}
      onChange={pick}
      beyond={
        hasMore
          ? { onType: setText, found: found.forms?.map(optionOf), note: noteOf(text, found) }
          : undefined
      }
    />
  )
}

function optionOf({ id, title }: { readonly id: string; readonly title: string }): ComboboxOption {
  return { value: id, label: title }
}

function noteOf(
  text: string,
  { forms, hasMore, hasFailed }: ReturnType<typeof useFoundForms>,
): string | undefined {
  if (text.trim() === '') return 'These are the latest. Type to find any other.'
  if (forms === undefined) return hasFailed ? 'The search did not answer. Try again.' : 'Searching…'
  return hasMore ? 'There are more. Type more of the title.' : undefined
}
