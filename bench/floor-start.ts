// Measures the shortest possible start: Node and the embedded PostgreSQL, whose data directory is the first argument.
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#foundation/db/server/embedded-postgres.ts'

const log = pino({ level: 'error' }, pino.destination(2))
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log })
process.stdout.write('ready\n')
process.once('SIGTERM', () => void postgres.stop().then(() => process.exit(0)))
