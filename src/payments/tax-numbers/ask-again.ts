import type { Selectable } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { claimDue } from '#foundation/jobs/claim-due.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { lookUpNumber } from './check-number.ts'
import { askedAgainAfter } from './record-number.ts'

const batch = 20
/** About thirty days. */
const mostQuestions = 38

/** Sends VAT numbers without a response to the register again. Returns how many. */
export async function askAgain(services: Services): Promise<number> {
  const due = await claimDue(services.db, 'vatNumbers', services.clock.now(), batch)
  for (const row of due) {
    try {
      await askAbout(services, row)
    } catch (error) {
      services.log.warn({ err: error, purchase: row.purchaseId }, 'a VAT number could not be checked')
    }
  }
  return due.length
}

async function askAbout(services: Services, row: Selectable<Database['vatNumbers']>): Promise<void> {
  const { db, clock } = services
  const { id, country, number, requester, checkCount } = row
  const [, prefix = '', own = ''] = /^(..)(.*)$/.exec(requester) ?? []
  const { status, name, requestId, checkedAt } = await lookUpNumber(
    services,
    { country, number },
    { country: prefix, number: own },
    null,
  )
  const isOpen = status === 'unavailable' && checkCount < mostQuestions
  await db
    .updateTable('vatNumbers')
    .set({
      status,
      name,
      requestId,
      checkedAt,
      returnsTax: status === 'verified',
      nextCheckAt: isOpen ? secondsAfter(clock.now(), askedAgainAfter(checkCount)) : null,
    })
    .where('id', '=', id)
    .execute()
}
