import { useCombobox } from 'downshift'
import { useState } from 'react'
import { Chevron } from './chevron.tsx'
import { Field, type FieldProps } from './field.tsx'

export type ComboboxOption = { readonly value: string; readonly label: string }

type Props = FieldProps & {
  readonly options: readonly ComboboxOption[]
  readonly value: string
  readonly onChange: (value: string) => void
  /** Where there are more than can be loaded; the chosen one is among `options`. */
  readonly beyond?: MoreOptions | undefined
}

/** Options that are looked for elsewhere as somebody types. */
type MoreOptions = {
  /** Told what is typed; nothing once the list is closed. */
  readonly onType: (text: string) => void
  /** Of all there are, those that fit; undefined while they are looked for, or nothing is typed. */
  readonly found: readonly ComboboxOption[] | undefined
  /** What is to be said below those that are shown. */
  readonly note: string | undefined
}

const { InputBlur, InputChange } = useCombobox.stateChangeTypes

/** A choice from a long list by typing: the pattern of WAI-ARIA's editable combobox with list completion. */
export function Combobox({ options, value, onChange, beyond, ...field }: Props) {
  /** What is typed while the list is open. */
  const [text, setTyped] = useState<string | null>(null)
  const setText = (typed: string | null) => {
    setTyped(typed)
    beyond?.onType(typed ?? '')
  }
  const chosen = options.find((option) => option.value === value) ?? null
  const found = [...(beyond?.found ?? matching(options, text ?? ''))]
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox({
    items: found,
    selectedItem: chosen,
    inputValue: text ?? chosen?.label ?? '',
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem !== null) onChange(selectedItem.value)
    },
    onIsOpenChange: ({ isOpen: isStillOpen }) => {
      if (!isStillOpen) setText(null)
    },
    stateReducer: (state, { type, changes }) => {
      if (type === InputChange) return { ...changes, highlightedIndex: 0 }
      // Leaving the field chooses nothing.
      if (type === InputBlur) return { ...changes, selectedItem: state.selectedItem }
      return changes
    },
  })

  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...getInputProps({
              ...control,
              // The label names it by its id.
              'aria-labelledby': undefined,
              'aria-required': field.required,
              onFocus: (event) => event.target.select(),
              onChange: (event) => setText(event.currentTarget.value),
            })}
            className="control pr-10"
          />
          <Chevron />
          <ul
            {...getMenuProps({ 'aria-label': 'Choices' })}
            hidden={!isOpen}
            className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-72 overflow-y-auto rounded-xl border border-line bg-surface p-1.5 shadow-float"
          >
            {found.map((option, index) => (
              <li
                key={option.value}
                {...getItemProps({ item: option, index, 'aria-selected': option.value === value })}
                className={`flex min-h-10 cursor-pointer items-center rounded-lg px-3 ${index === highlightedIndex ? 'bg-brand-soft text-brand outline-2 -outline-offset-2 outline-transparent' : ''}`}
              >
                {option.label}
              </li>
            ))}
            <li hidden={found.length > 0 || beyond?.note !== undefined} className="px-3 py-2 text-muted">
              Nothing found
            </li>
            {beyond?.note !== undefined && (
              <li
                role="presentation"
                className="sticky -bottom-1.5 -mx-1.5 -mb-1.5 bg-surface px-4.5 py-2.5 text-sm text-muted"
              >
                {beyond.note}
              </li>
            )}
          </ul>
        </div>
      )}
    </Field>
  )
}

function matching(options: readonly ComboboxOption[], text: string): ComboboxOption[] {
  const words = text.toLowerCase().split(/\s+/)
  return options.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
}
