import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Chevron } from './chevron.tsx'
import { Field, type FieldProps } from './field.tsx'

export type ComboboxOption = { readonly value: string; readonly label: string }

type Props = FieldProps & {
  readonly options: readonly ComboboxOption[]
  readonly value: string
  readonly onChange: (value: string) => void
}

// A native select cannot be searched; these are the roles that the pattern names.
const roles = {
  list: { role: 'listbox' },
  option: (isChosen: boolean) => ({ role: 'option', 'aria-selected': isChosen }),
} as const

/** A choice from a long list by typing: the pattern of WAI-ARIA's editable combobox with list completion. */
export function Combobox({ options, value, onChange, ...field }: Props) {
  const listId = useId()
  const list = useRef<HTMLUListElement>(null)
  const [text, setText] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)
  const chosen = options.find((option) => option.value === value)
  const found = matching(options, text ?? '')
  useEffect(() => {
    if (isOpen) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, active])

  function open(): void {
    setIsOpen(true)
    setActive(
      text === null
        ? Math.max(
            0,
            options.findIndex((option) => option.value === value),
          )
        : 0,
    )
  }

  function close(): void {
    setIsOpen(false)
    setText(null)
  }

  function choose(option: ComboboxOption | undefined): void {
    if (option !== undefined) onChange(option.value)
    close()
  }

  function moveTo(index: number): void {
    setIsOpen(true)
    setActive(Math.min(Math.max(index, 0), found.length - 1))
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) open()
      else moveTo(active + (event.key === 'ArrowDown' ? 1 : -1))
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      choose(found[active])
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
  }

  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && found.length > 0 ? `${listId}-${active}` : undefined}
            aria-required={field.required}
            autoComplete="off"
            value={text ?? chosen?.label ?? ''}
            onFocus={(event) => event.target.select()}
            onClick={open}
            onBlur={close}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setText(event.target.value)
              setIsOpen(true)
              setActive(0)
            }}
            className="control pr-10"
          />
          <Chevron />
          <ul
            id={listId}
            ref={list}
            {...roles.list}
            aria-label="Choices"
            hidden={!isOpen}
            className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-72 overflow-y-auto rounded-xl border border-line bg-surface p-1.5 shadow-float"
          >
            {found.map((option, index) => (
              <li
                key={option.value}
                id={`${listId}-${index}`}
                {...roles.option(option.value === value)}
                className={`flex min-h-10 cursor-pointer items-center rounded-lg px-3 ${index === active ? 'bg-brand-soft text-brand outline-2 -outline-offset-2 outline-transparent' : ''}`}
                // Before the input loses its focus, which closes the list.
                onPointerDown={(event) => {
                  event.preventDefault()
                  choose(option)
                }}
              >
                {option.label}
              </li>
            ))}
            <li hidden={found.length > 0} className="px-3 py-2 text-muted">
              Nothing found
            </li>
          </ul>
        </div>
      )}
    </Field>
  )
}

function matching(options: readonly ComboboxOption[], text: string): readonly ComboboxOption[] {
  const words = text.toLowerCase().split(/\s+/)
  return options.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
}
