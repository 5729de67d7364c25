import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { formsContract } from '#selling/forms/contract.ts'
import { everyPrice } from '#selling/forms/price/price-text.ts'
import { formQuery } from '#selling/forms/ui/queries.ts'
import { Combobox, type ComboboxOption } from '#web/kit/form/combobox.tsx'
import type { ShownFilter } from './sale-search.ts'

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

/**
 * So many forms are there to choose from before anything is typed, since most sellers have fewer; and so many of those that
 * were found, since many may have one title, and typing more of it tells none apart.
 */
const offered = 100
/** How long typing rests before it is looked for, in milliseconds. */
const pause = 250

/** The latest forms, which are all that most sellers have. */
function useFirstForms() {
  const mayList = useMayCall()(formsContract.listForms)
  const { data } = useQuery({
    queryKey: ['forms', 'choices'],
    queryFn: ({ signal }) => call(formsContract.listForms, { query: { limit: offered }, signal }),
    enabled: mayList,
  })
  return { forms: data?.data, hasMore: typeof data?.nextPage === 'number', mayList }
}

/** The forms whose title or name has what is typed; undefined while they are looked for, or nothing is typed. */
function useFoundForms(text: string) {
  const typed = text.trim().replaceAll(/\s+/g, ' ')
  const [q, setQ] = useState('')
  useEffect(() => {
    const timeout = setTimeout(() => setQ(typed), pause)
    return () => clearTimeout(timeout)
  }, [typed])
  const { data, isError } = useQuery({
    queryKey: ['forms', 'choices', q],
    queryFn: ({ signal }) => call(formsContract.listForms, { query: { q, limit: offered }, signal }),
    enabled: q !== '',
  })
  const isKnown = q === typed && q !== ''
  return {
    forms: isKnown ? data?.data : undefined,
    hasMore: typeof data?.nextPage === 'number',
    hasFailed: isKnown && isError,
  }
}

/**
 * The currency of the latest forms; undefined where they have several, or it is not known. `isOnly`: all forms there are have
 * it.
 */
export function useUsualCurrency(): { readonly currency: string | undefined; readonly isOnly: boolean } {
  const { forms, hasMore } = useFirstForms()
  const found = new Set(forms?.map(({ currency }) => currency))
  return found.size === 1
    ? { currency: [...found][0], isOnly: !hasMore }
    : { currency: undefined, isOnly: false }
}

/** The prices of a form to choose from; undefined where it has one, or none is known. */
export function usePriceChoices(form: string, present: string | undefined) {
  const found = useForm(form === '' ? undefined : form)
  const listed =
    found === undefined ? [] : everyPrice(found).map(({ id, name }) => ({ value: id, label: name }))
  if (listed.length < 2 && present === undefined) return undefined
  // One that was removed stays chosen.
  const isMissing = present !== undefined && listed.every(({ value }) => value !== present)
  return [
    { value: '', label: 'Any' },
    ...(isMissing ? [{ value: present, label: 'One price' }] : []),
    ...listed,
  ]
}

/** What the form and the price are called that are filtered by, where that is known. */
export function useFilterNames({ form, price }: ShownFilter) {
  const found = useForm(form)
  const named = found && everyPrice(found).find(({ id }) => id === price)
  return { formTitle: found?.title, priceName: named?.name }
}

/** What a form is called, where that is known. */
export function useFormTitle(form: string | undefined): string | undefined {
  return useForm(form)?.title
}

function useForm(id: string | undefined) {
  const mayRead = useMayCall()(formsContract.getForm)
  const { data } = useQuery({ ...formQuery(id ?? ''), enabled: mayRead && id !== undefined })
  return data
}
