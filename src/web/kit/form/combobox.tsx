import { useCombobox } from 'downshift'
import { useState } from 'react'
import { hasWords } from '#foundation/typed/fold-text.ts'
import { Chevron } from '../layout/chevron.tsx'
import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & {
  readonly options: readonly ComboboxOption[]
  readonly value: string
  readonly onChange: (value: string, label: string) => void
  /** Where there are more than can be loaded; the chosen one is among `options`. */
  readonly beyond?: MoreOptions | undefined
}

/** Options that are looked for elsewhere as somebody types. */
type MoreOptions = {
  /** Told what is typed; nothing once the list is closed. */
  readonly onType: (text: string) => void
  /** Of all there are, those that fit, which may be `options` too; undefined while they are not known. */
  readonly found: readonly ComboboxOption[] | undefined
  /** What is to be said below those that are shown. */
  readonly note: string | undefined
}

const { InputBlur, InputChange } = useCombobox.stateChangeTypes

/** A choice from a long list by typing: the pattern of WAI-ARIA's editable combobox with list completion. */
export function Combobox({ options, value, onChange, beyond, ...field }: Props) {
  /** What is typed while the list is open. */
  const [text, setTyped] = useState<string | null>(null)
  const [isListed, setIsListed] = useState(false)
  const setText = (typed: string | null) => {
    setTyped(typed)
    beyond?.onType(typed ?? '')
  }
  const chosen = options.find((option) => option.value === value) ?? null
  const fitting = addedBelow(matching(options, text ?? ''), beyond?.found ?? [])
  const found = useSteady(fitting, isListed ? (text ?? '') : undefined)
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox({
    items: found,
    selectedItem: chosen,
    inputValue: text ?? chosen?.label ?? '',
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem !== null) onChange(selectedItem.value, selectedItem.label)
    },
    onIsOpenChange: ({ isOpen: isNowOpen }) => {
      setIsListed(isNowOpen)
      if (!isNowOpen) setText(null)
    },
    stateReducer: (state, { type, changes }) => {
      if (type === InputChange) return { ...changes, highlightedIndex: 0 }
      // Leaving the field chooses nothing.
      if (type === InputBlur) return { ...changes, selectedItem: state.selectedItem }
      return changes
    },
  })
  const note = beyond?.note ?? (found.length === 0 ? 'Nothing found' : undefined)

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
            {note !== undefined && (
              // Said below instead, where it is listened to: a list of choices has nothing but choices.
              <li
                aria-hidden
                className="sticky -bottom-1.5 -mx-1.5 -mb-1.5 bg-surface px-4.5 py-2.5 text-sm text-muted"
              >
                {note}
              </li>
            )}
          </ul>
          <p aria-live="polite" className="sr-only">
            {isOpen && note}
          </p>
        </div>
      )}
    </Field>
  )
}

/**
 * While the list is open, what it shows for one text stays at its place, and what comes later stands below: nothing moves
 * under the keyboard's mark or the mouse. `text` is undefined while the list is closed.
 */
function useSteady(fitting: ComboboxOption[], text: string | undefined): ComboboxOption[] {
  const [before, setBefore] = useState({ text, shown: fitting })
  const isSteady = text !== undefined && before.text === text
  const shown = isSteady ? addedBelow(before.shown, fitting) : fitting
  if (before.text !== text || (isSteady && shown.length > before.shown.length)) setBefore({ text, shown })
  return shown
}

export type ComboboxOption = { readonly value: string; readonly label: string }

/** The options whose label has every word of a text, in any order. */
export function matching(options: readonly ComboboxOption[], text: string): ComboboxOption[] {
  return options.filter(({ label }) => hasWords(text, [label]))
}

/** What is shown stays, each at its place and called as it is called now; what else there is comes below. */
export function addedBelow(
  shown: readonly ComboboxOption[],
  others: readonly ComboboxOption[],
): ComboboxOption[] {
  const all = new Map(shown.map((option) => [option.value, option]))
  for (const option of others) all.set(option.value, option)
  return [...all.values()]
}
