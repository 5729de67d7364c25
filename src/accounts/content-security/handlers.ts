import { secondsAfter } from '#foundation/time/clock.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { contentSecurityContract } from './contract.ts'
import { findFullDay, listSince } from './store.ts'

const days = 30
const shown = 100

export function contentSecurityHandlers({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Handlers<typeof contentSecurityContract> {
  return {
    async listRefusals() {
      const since = secondsAfter(clock.now(), -(days - 1) * 24 * 60 * 60)
      const day = since.toISOString().slice(0, 10)
      const [rows, fullOn] = await Promise.all([listSince(db, day, shown + 1), findFullDay(db, day)])
      const data = rows.slice(0, shown).map(({ count, lastAt, ...row }) => ({
        ...row,
        count: Number(count),
        lastAt: lastAt.toISOString(),
      }))
      return { days, data, hasMore: rows.length > shown, fullOn }
    },
  }
}
