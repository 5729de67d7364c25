import { selectorLimit, type ListQuery } from '../http/contract/contract.ts'

type Asked = Pick<ListQuery, 'page' | 'limit'>

/**
 * The number of rows that a list reads for a page: one more than it shows, to find out whether there is a next page.
 */
export function rowsOf({ page, limit }: Asked): { readonly limit: number; readonly offset: number } {
  const size = sizeOf(limit)
  return { limit: size + 1, offset: page * size }
}

function sizeOf(limit: number): number {
  return limit === 0 ? selectorLimit : limit
}

/**
 * A page of a list with the numbers of the previous and next pages. `rows` may include one extra row; the total is not
 * counted.
 */
export function pageNumbers<Row>(
  rows: readonly Row[],
  { page, limit }: Asked,
): { data: Row[]; prevPage: number | null; nextPage: number | null } {
  const size = sizeOf(limit)
  return {
    data: rows.slice(0, size),
    prevPage: page > 0 ? page - 1 : null,
    nextPage: rows.length > size ? page + 1 : null,
  }
}
