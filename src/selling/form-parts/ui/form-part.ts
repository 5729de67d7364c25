import { keepPreviousData, queryOptions, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useCallback } from 'react'
import { toast } from 'sonner'
import type { Route } from '#foundation/http/contract/contract.ts'
import type { ListSearch } from '#web/kit/list/list-search.ts'
import { readAll } from '#web/kit/list/read-all.ts'
import { renewLists } from '#web/kit/list/renew-lists.ts'

export type Part = { readonly id: string; readonly title: string }

type Page<Item> = {
  readonly data: Item[]
  readonly prevPage: number | null
  readonly nextPage: number | null
}

/** What a seller makes once and puts on many forms, as the screens work with it. `Edited` is what its editor saves. */
export type FormPart<One extends Part, Edited> = {
  /** What the key of each of its queries begins with. */
  readonly key: QueryKey
  /** Where its list is; `/create` and `/edit/:id` are below. */
  readonly path: `/${string}`
  readonly routes: Readonly<Record<'create' | 'update' | 'remove', Route>>
  readonly list: (search: ListSearch, signal: AbortSignal) => Promise<Page<One>>
  /** A page of all that forms can choose from. */
  readonly listChoices: (page: number, signal: AbortSignal) => Promise<Page<One>>
  readonly read: (id: string, signal?: AbortSignal) => Promise<One & { readonly usedByForms: number }>
  readonly create: (edited: Edited) => Promise<One>
  readonly update: (id: string, edited: Edited) => Promise<One>
  readonly remove: (id: string) => Promise<{ readonly title: string }>
  readonly messages: Readonly<
    Record<'created' | 'updated' | 'createFailed' | 'updateFailed' | 'deleteFailed', string>
  > & { readonly deleted?: string }
  /** How often a query that failed is tried again; unset: as often as others. */
  readonly retry?: number
}

export function partListQuery<One extends Part, Edited>(
  part: FormPart<One, Edited>,
  { q, page }: ListSearch,
) {
  return queryOptions({
    queryKey: [...part.key, 'list', { q, page }],
    queryFn: ({ signal }) => part.list({ q, page }, signal),
    placeholderData: keepPreviousData,
    ...retryOf(part),
  })
}

/** All that forms can choose from. */
export function partChoicesQuery<One extends Part, Edited>(part: FormPart<One, Edited>) {
  return queryOptions({
    queryKey: [...part.key, 'choices'],
    queryFn: ({ signal }) => readAll((page) => part.listChoices(page, signal)),
    ...retryOf(part),
  })
}

export function partQuery<One extends Part, Edited>(part: FormPart<One, Edited>, id: string) {
  return queryOptions({
    queryKey: [...part.key, 'one', id],
    queryFn: ({ signal }) => part.read(id, signal),
    ...retryOf(part),
  })
}

function retryOf({ retry }: { readonly retry?: number }) {
  return retry === undefined ? {} : { retry }
}

/** Creates one, for the page and for the dialog. */
export function useCreatePart<One extends Part, Edited>(
  part: FormPart<One, Edited>,
): (edited: Edited) => Promise<One> {
  const queryClient = useQueryClient()
  return useCallback(
    async (edited) => {
      const created = await part.create(edited)
      toast.success(part.messages.created)
      await renewLists(queryClient, part.key)
      return created
    },
    [queryClient, part],
  )
}
