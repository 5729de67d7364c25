import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Of what a list was answered with: a page of it, or all there is. */
function isEmpty(answer: unknown): boolean {
  const all = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer
  return Array.isArray(all) && all.length === 0
}

/**
 * After something was created: what is shown of its kind is read anew (`none`: is not, as the page is about to be left), and the rest when it is next looked at. A list
 * that had nothing in it is dropped, or it would say so once more of what was just made, until it is read.
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
