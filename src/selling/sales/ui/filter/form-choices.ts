import { useQuery } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { formsContract } from '#selling/forms/contract.ts'
import { formQuery } from '#selling/forms/ui/queries.ts'
import { everyPrice } from '#selling/forms/sold-prices.ts'
import { readAll } from '#web/kit/read-all.ts'
import type { ShownFilter } from './sale-search.ts'

function useForms() {
  const mayList = useMayCall()(formsContract.listForms)
  const { data } = useQuery({
    queryKey: ['forms', 'choices'],
    queryFn: ({ signal }) =>
      readAll((page) => call(formsContract.listForms, { query: { limit: 0, page }, signal })),
    enabled: mayList,
  })
  return { data, mayList }
}

/** The currency of all forms; undefined where they have several, or it is not known. */
export function useOnlyCurrency(): string | undefined {
  const found = new Set(useForms().data?.map(({ currency }) => currency))
  return found.size === 1 ? [...found][0] : undefined
}

/** The forms to choose from; undefined for who may not see forms. */
export function useFormChoices(present: string | undefined, title: string | undefined) {
  const { data = [], mayList } = useForms()
  if (!mayList) return undefined
  const listed = data.map((form) => ({ value: form.id, label: form.title }))
  // One that was deleted, or is not loaded yet, stays chosen.
  const isMissing = present !== undefined && listed.every(({ value }) => value !== present)
  return [
    { value: '', label: 'Any' },
    ...(isMissing ? [{ value: present, label: title ?? 'One form' }] : []),
    ...listed,
  ]
}

/** The prices of a form to choose from; undefined where it has one, or none is known. */
export function usePriceChoices(form: string, present: string | undefined) {
  const found = useForms().data?.find(({ id }) => id === form)
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
  const mayRead = useMayCall()(formsContract.getForm)
  const { data: found } = useQuery({ ...formQuery(form ?? ''), enabled: mayRead && form !== undefined })
  const named = found && everyPrice(found).find(({ id }) => id === price)
  return { formTitle: found?.title, priceName: named?.name }
}
