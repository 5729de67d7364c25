import type { JsonObject } from '#json.ts'
import { resourceMissing } from './errors.ts'

type Page = {
  readonly limit?: number | undefined
  readonly starting_after?: string | undefined
  readonly ending_before?: string | undefined
}

/** A page of records in Stripe's list format. The records must be sorted newest first. */
export function listPage<T extends { id: string }>(
  records: T[],
  page: Page,
  path: string,
  render: (record: T) => JsonObject,
): JsonObject {
  const limit = page.limit ?? 10
  if (page.ending_before !== undefined) {
    const end = position(records, page.ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return asList(records.slice(start, end).map(render), start > 0, path)
  }
  const start =
    page.starting_after === undefined ? 0 : position(records, page.starting_after, 'starting_after') + 1
  const data = records.slice(start, start + limit)
  return asList(data.map(render), start + limit < records.length, path)
}

export function asList(data: JsonObject[], hasMore: boolean, url: string): JsonObject {
  return { object: 'list', data, has_more: hasMore, url }
}

function position(records: { id: string }[], id: string, param: string): number {
  const index = records.findIndex((record) => record.id === id)
  if (index < 0) throw resourceMissing('object', id, param)
  return index
}

type CreatedRange = {
  readonly gt?: number | undefined
  readonly gte?: number | undefined
  readonly lt?: number | undefined
  readonly lte?: number | undefined
}

export function isCreatedWithin(created: number, filter: number | CreatedRange | undefined): boolean {
  if (filter === undefined) return true
  if (typeof filter === 'number') return created === filter
  if (filter.gt !== undefined && created <= filter.gt) return false
  if (filter.gte !== undefined && created < filter.gte) return false
  if (filter.lt !== undefined && created >= filter.lt) return false
  return filter.lte === undefined || created <= filter.lte
}
