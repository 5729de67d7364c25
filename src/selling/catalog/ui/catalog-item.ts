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

/**
 * An item that is created once and used on many forms, as the screens see it. `Edited` is what its editor saves, and
 * `Listed` adds what its list shows.
 */
export type CatalogItem<One extends Item, Edited, Listed extends One = One> = {
  /** The prefix of the item's query keys. */
  readonly key: QueryKey
  /** The path of the item's list, with `/create` and `/edit/:id` below it. */
  readonly path: `/${string}`
  readonly routes: Readonly<Record<'create' | 'update' | 'remove', Route>>
  readonly list: (search: ListSearch, signal: AbortSignal) => Promise<Page<Listed>>
  /** One page of the items that forms can use. */
  readonly listChoices: (page: number, signal: AbortSignal) => Promise<Page<One>>
  readonly read: (id: string, signal?: AbortSignal) => Promise<One & { readonly usedByForms: number }>
  readonly create: (edited: Edited) => Promise<One>
  readonly update: (id: string, changed: Readonly<Record<string, unknown>>) => Promise<One>
  readonly remove: (id: string) => Promise<{ readonly title: string }>
  readonly messages: Readonly<
    Record<'created' | 'updated' | 'createFailed' | 'updateFailed' | 'deleteFailed', () => string>
  > & { readonly deleted?: () => string }
  /** Retries of a failed query, or undefined for the default. */
  readonly retry?: number
}

export function itemListQuery<One extends Item, Edited, Listed extends One>(
  item: CatalogItem<One, Edited, Listed>,
  { q, page }: ListSearch,
) {
  return queryOptions({
    queryKey: [...item.key, 'list', { q, page }],
    queryFn: ({ signal }) => item.list({ q, page }, signal),
    placeholderData: keepPreviousData,
    ...retryOf(item),
  })
}

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

/** Creates an item, for the page and the dialog. */
export function useCreateItem<One extends Item, Edited>(
  item: CatalogItem<One, Edited>,
): (edited: Edited) => Promise<One> {
  const queryClient = useQueryClient()
  return useCallback(
    async (edited) => {
      const created = await item.create(edited)
      toast.success(item.messages.created())
      await renewLists(queryClient, item.key)
      return created
    },
    [queryClient, item],
  )
}
