import { useCombobox } from 'downshift'
import { useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { hasWords } from '#foundation/typed/fold-text.ts'
import { Chevron } from '../layout/chevron.tsx'
import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & {
  readonly options: readonly ComboboxOption[]
  readonly value: string
  readonly onChange: (value: string, label: string) => void
  /** The options. For lists too long to load, `options` contains at least the chosen one. */
  readonly beyond?: MoreOptions | undefined
}

/** Options that are searched for elsewhere while typing. */
type MoreOptions = {
  /** Called with the typed text, or with nothing once the list is closed. */
  readonly onType: (text: string) => void
  /** All matching options, possibly including `options`. Undefined while unknown. */
  readonly found: readonly ComboboxOption[] | undefined
  /** The note below the options. */
  readonly note: string | undefined
}

const { InputBlur, InputChange } = useCombobox.stateChangeTypes

/** A choice from a long list by typing, following WAI-ARIA's pattern of an editable combobox with list autocomplete. */
export function Combobox({ options, value, onChange, beyond, ...field }: Props) {
  /** The text typed while the list is open. */
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
      // Leaving the field does not choose anything.
      if (type === InputBlur) return { ...changes, selectedItem: state.selectedItem }
      return changes
    },
  })
  const note = beyond?.note ?? (found.length === 0 ? t('Nothing found') : undefined)

  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...getInputProps({
              ...control,
              // The label refers to this id.
              'aria-labelledby': undefined,
              'aria-required': field.required,
              onFocus: (event) => event.target.select(),
              onChange: (event) => setText(event.currentTarget.value),
            })}
            className="control pr-10"
          />
          <Chevron />
          <ul
            {...getMenuProps({ 'aria-label': t('Choices') })}
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
              // This is announced below the list, because a list of choices can contain only choices.
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
 * The options while the list is open. Options already shown keep their place, and later ones appear below, so that
 * nothing moves while the person chooses. `text` is undefined while the list is closed.
 */
function useSteady(fitting: ComboboxOption[], text: string | undefined): ComboboxOption[] {
  const [before, setBefore] = useState({ text, shown: fitting })
  const isSteady = text !== undefined && before.text === text
  const shown = isSteady ? addedBelow(before.shown, fitting) : fitting
  if (before.text !== text || (isSteady && shown.length > before.shown.length)) setBefore({ text, shown })
  return shown
}

export type ComboboxOption = { readonly value: string; readonly label: string }

/** The options whose label contains every word of the text, in any order. */
export function matching(options: readonly ComboboxOption[], text: string): ComboboxOption[] {
  return options.filter(({ label }) => hasWords(text, [label]))
}

/** Options already shown keep their place with their current label, and others are added below. */
export function addedBelow(
  shown: readonly ComboboxOption[],
  others: readonly ComboboxOption[],
): ComboboxOption[] {
  const all = new Map(shown.map((option) => [option.value, option]))
  for (const option of others) all.set(option.value, option)
  return [...all.values()]
}
