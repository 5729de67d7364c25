import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { formsContract } from '#selling/forms/contract.ts'
import { everyPrice } from '#selling/forms/price/price-text.ts'
import { formQuery } from '#selling/forms/ui/queries.ts'
import { Combobox, type ComboboxOption } from '#web/kit/form/combobox.tsx'
import type { ShownFilter } from './sale-search.ts'

type Props = {
  readonly label: string
  /** A form's id, or empty for any. */
  readonly value: string
  readonly title: string | undefined
  readonly onChange: (value: string) => void
}

/** Lists the latest forms. Typing finds any others. Renders nothing for members who cannot see forms. */
export function FormCombobox({ label, value, title, onChange }: Props) {
  const any: ComboboxOption = { value: '', label: t('Any') }
  const [text, setText] = useState('')
  const { forms = [], hasMore, mayList } = useFirstForms()
  const found = useFoundForms(hasMore ? text : '')
  const [picked, setPicked] = useState<ComboboxOption>(any)
  if (!mayList) return null
  const listed = forms.map(optionOf)
  const isListed = value === '' || listed.some((option) => option.value === value)
  // A chosen form that is deleted or older stays chosen.
  const present = picked.value === value ? picked : { value, label: title ?? t('One form') }
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
  if (text.trim() === '') return t('Showing recent forms. Type to search all.')
  if (forms === undefined) return hasFailed ? t('Search failed. Try again.') : t('Searching…')
  return hasMore ? t('More results. Keep typing.') : undefined
}

/**
 * How many forms are listed before anything is typed (most sellers have fewer), and how many matches are listed. If
 * many forms share a title, typing more does not distinguish them.
 */
const offered = 100
/** How long a pause in typing must be for a search to start, in milliseconds. */
const pause = 250

/** The latest forms. Most sellers have no others. */
function useFirstForms() {
  const mayList = useMayCall()(formsContract.listForms)
  const { data } = useQuery({
    queryKey: ['forms', 'choices'],
    queryFn: ({ signal }) => call(formsContract.listForms, { query: { limit: offered }, signal }),
    enabled: mayList,
  })
  return { forms: data?.data, hasMore: typeof data?.nextPage === 'number', mayList }
}

/** Forms whose title or name contains the typed text, or undefined during the search or when nothing is typed. */
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
 * The latest forms' currency, or undefined if they use several or none is known. `isOnly` means that every form uses
 * it.
 */
export function useUsualCurrency(): { readonly currency: string | undefined; readonly isOnly: boolean } {
  const { forms, hasMore } = useFirstForms()
  const found = new Set(forms?.map(({ currency }) => currency))
  return found.size === 1
    ? { currency: [...found][0], isOnly: !hasMore }
    : { currency: undefined, isOnly: false }
}

/** A form's prices to choose from, or undefined if it has a single price or none is known. */
export function usePriceChoices(form: string, present: string | undefined) {
  const found = useForm(form === '' ? undefined : form)
  const listed =
    found === undefined ? [] : everyPrice(found).map(({ id, name }) => ({ value: id, label: name }))
  if (listed.length < 2 && present === undefined) return undefined
  // A price that was removed stays chosen in the filter.
  const isMissing = present !== undefined && listed.every(({ value }) => value !== present)
  return [
    { value: '', label: t('Any') },
    ...(isMissing ? [{ value: present, label: t('One price') }] : []),
    ...listed,
  ]
}

/** The names of the form and price in the filter, if known. */
export function useFilterNames({ form, price }: ShownFilter) {
  const found = useForm(form)
  const named = found && everyPrice(found).find(({ id }) => id === price)
  return { formTitle: found?.title, priceName: named?.name }
}

export function useFormTitle(form: string | undefined): string | undefined {
  return useForm(form)?.title
}

function useForm(id: string | undefined) {
  const mayRead = useMayCall()(formsContract.getForm)
  const { data } = useQuery({ ...formQuery(id ?? ''), enabled: mayRead && id !== undefined })
  return data
}
