import type { TestApp } from '#test-app.ts'
import { checkAll, rowOf, type Ordered } from '../test-subscriptions.ts'
import { pauseSubscription, takePauseBack } from './ask-pause.ts'
import { endPause } from './end-pause.ts'
import { chargedNext, pauseEnds, skippedTo } from './pause-state.ts'

const forever = new Date(8.64e15)

/** The pause actions of buyers and sellers, with the same requests that the pages send. */
export function pauses(app: TestApp) {
  const { services } = app
  return {
    async pause(ordered: Ordered, periods: number, by: 'buyer' | 'seller' = 'buyer') {
      const row = await rowOf(app, ordered)
      const choice = {
        next: chargedNext(row) ?? forever,
        until: pauseEnds(row, app.clock.now())[periods - 1] ?? forever,
      }
      return pauseSubscription(services, row, 'pause', choice, by)
    },
    async skip(ordered: Ordered) {
      const row = await rowOf(app, ordered)
      const choice = { next: chargedNext(row) ?? forever, until: skippedTo(row) ?? forever }
      return pauseSubscription(services, row, 'skip', choice, 'buyer')
    },
    async takeBack(ordered: Ordered) {
      return takePauseBack(services, await rowOf(app, ordered), 'buyer')
    },
    async endPause(ordered: Ordered) {
      const after = await endPause(services, await rowOf(app, ordered), 'buyer')
      await checkAll(app)
      return after
    },
  }
}
