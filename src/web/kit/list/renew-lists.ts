import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** A list's cached result: a page of it, or all of it. */
function isEmpty(answer: unknown): boolean {
  const all = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer
  return Array.isArray(all) && all.length === 0
}

/**
 * After something was created: visible lists of its kind are refetched (`none`: not, as the page is about to be left),
 * and others when next shown. An empty list is dropped, or it would still claim to be empty until then.
 */
export async function renewLists(
  queryClient: QueryClient,
  queryKey: QueryKey,
  { refetchType = 'active' }: { readonly refetchType?: 'active' | 'none' } = {},
): Promise<void> {
  queryClient.removeQueries({
    queryKey,
    type: 'inactive',
    predicate: ({ state }) => isEmpty(state.data),
  })
  await queryClient.invalidateQueries({ queryKey, refetchType })
}
