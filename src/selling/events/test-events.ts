import { sql } from 'kysely'
import { z } from 'zod'
import { call, type TestApp, type TestSeller } from '#test-app.ts'
import { collectEvents } from './collect-events.ts'
import { event } from './contract.ts'

/** Collects new events. Returns how many it created. */
export async function collectAll(app: TestApp): Promise<number> {
  return collectEvents(app.services, async () => undefined)
}

const page = z.object({ data: z.array(event), hasMore: z.boolean() })

/** The seller's events after a sequence number, oldest first. */
export async function eventsAfter(app: TestApp, { token }: Pick<TestSeller, 'token'>, after = 0) {
  const answer = await call(app, 'GET', `/api/events?after=${after}`, { token })
  return page.parse(answer.body).data
}

/** Backdates the last reading of the history by three minutes, by the database's clock. */
export async function letHistorySettle(app: TestApp): Promise<void> {
  await sql`update notice_cursors set seen_at = seen_at - interval '3 minutes' where source = 'events'`.execute(
    app.services.db,
  )
}
