// Numbers due invoices in the database of DATABASE_URL until it is killed, for `numbering.test.ts`.
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { openDatabase } from '#foundation/db/database.ts'
import { systemClock } from '#foundation/time/clock.ts'
import { issueDueInvoices } from '#payments/invoices/issue-invoices.ts'

const log = pino({ level: 'silent' })
const db = openDatabase(process.env['DATABASE_URL'] ?? '', { log, maxConnections: 1 })
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
for (;;) {
  await issueDueInvoices({ db, clock: systemClock, log })
  await setImmediate()
}
