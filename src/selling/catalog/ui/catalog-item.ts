import { keepPreviousData, queryOptions, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useCallback } from 'react'
import { toast } from 'sonner'
import type { Route } from '#foundation/http/contract/contract.ts'
import type { ListSearch } from '#web/kit/list/list-search.ts'
import { readAll } from '#web/kit/list/read-all.ts'
import { renewLists } from '#web/kit/list/renew-lists.ts'

export type Item = { readonly id: string; readonly title: string }

type Page<One> = {
  readonly data: One[]
  readonly prevPage: number | null
  readonly nextPage: number | null
}

/** What a seller makes once and puts on many forms, as the screens work with it. `Edited` is what its editor saves. */
export type CatalogItem<One extends Item, Edited> = {
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

export function itemListQuery<One extends Item, Edited>(
  item: CatalogItem<One, Edited>,
  { q, page }: ListSearch,
) {
  return queryOptions({
    queryKey: [...item.key, 'list', { q, page }],
    queryFn: ({ signal }) => item.list({ q, page }, signal),
    placeholderData: keepPreviousData,
    ...retryOf(item),
  })
}

/** All that forms can choose from. */
export function itemChoicesQuery<One extends Item, Edited>(item: CatalogItem<One, Edited>) {
  return queryOptions({
    queryKey: [...item.key, 'choices'],
    queryFn: ({ signal }) => readAll((page) => item.listChoices(page, signal)),
    ...retryOf(item),
  })
}

export function itemQuery<One extends Item, Edited>(item: CatalogItem<One, Edited>, id: string) {
  return queryOptions({
    queryKey: [...item.key, 'one', id],
    queryFn: ({ signal }) => item.read(id, signal),
    ...retryOf(item),
  })
}

function retryOf({ retry }: { readonly retry?: number }) {
  return retry === undefined ? {} : { retry }
}

/** Creates one, for the page and for the dialog. */
export function useCreateItem<One extends Item, Edited>(
  item: CatalogItem<One, Edited>,
): (edited: Edited) => Promise<One> {
  const queryClient = useQueryClient()
  return useCallback(
    async (edited) => {
      const created = await item.create(edited)
      toast.success(item.messages.created)
      await renewLists(queryClient, item.key)
      return created
    },
    [queryClient, item],
  )
}
