import type { ListQuery } from './contract.ts'

/**
 * A page of a list and the numbers of its neighbours. `rows` are those of the page and one more where there is one;
 * nothing is counted.
 */
export function pageNumbers<Row>(
  rows: readonly Row[],
  { page, limit }: Pick<ListQuery, 'page' | 'limit'>,
): { data: Row[]; prevPage: number | null; nextPage: number | null } {
  if (limit === 0) return { data: [...rows], prevPage: null, nextPage: null }
  return {
    data: rows.slice(0, limit),
    prevPage: page > 0 ? page - 1 : null,
    nextPage: rows.length > limit ? page + 1 : null,
  }
}
