import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** The cached result of a list: one page of it, or all of it. */
function isEmpty(answer: unknown): boolean {
  const all = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer
  return Array.isArray(all) && all.length === 0
}

/**
 * Called after something was created: visible lists of its kind are refetched (with `none`, they are not, because the
 * person is about to leave the page), and others when they are next shown. An empty list is dropped, because it would
 * otherwise still claim to be empty until then.
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
