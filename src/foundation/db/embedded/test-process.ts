import { pino } from 'pino'
import { startEmbeddedPostgres } from '../server/embedded-postgres.ts'

// A separate process for tests that kill a process. It runs the embedded PostgreSQL in the folder from its first
// argument, and prints its URL or the message of the failure.
try {
  const log = pino({ level: 'warn' }, pino.destination(2))
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log })
  process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)))
  process.stdout.write(`${postgres.url}\n`)
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : 'no message')
  process.exitCode = 1
}
