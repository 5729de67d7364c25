import type { TestApp } from '#test-app.ts'

/** The types of the events about this object or purchase that wait to be collected, oldest first. */
export async function pendingOf({ services }: TestApp, id: string): Promise<string[]> {
  const rows = await services.db
    .selectFrom('pendingEvents')
    .select('type')
    .where((event) => event.or([event('objectId', '=', id), event('purchaseId', '=', id)]))
    .orderBy('id')
    .execute()
  return rows.map(({ type }) => type)
}
