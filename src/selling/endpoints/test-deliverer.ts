// Delivers events in a separate process, until it is killed. Its clock runs fast, so that claims and waits end early.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { pino } from 'pino'
import { openDatabase } from '#foundation/db/database.ts'
import { createMetrics } from '#foundation/telemetry/metrics.ts'
import { createSecretBox } from '#foundation/values/secret-box.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { deliverDue } from './deliver.ts'

type Deliverer = { readonly databaseUrl: string; readonly authSecret: string }

/** How much faster this process's time passes. */
const speed = 600
const start = Date.now()
const clock = { now: () => new Date(start + (Date.now() - start) * speed) }

export function startDeliverer({ databaseUrl, authSecret }: Deliverer): ChildProcess {
  return fork(import.meta.filename, [], {
    env: { ...process.env, DELIVERER_DATABASE: databaseUrl, DELIVERER_SECRET: authSecret },
  })
}

/** Kills the process without warning, like a machine that goes down. */
export async function killDeliverer(child: ChildProcess): Promise<void> {
  const over = once(child, 'exit')
  child.kill('SIGKILL')
  await over
}

if (process.argv[1] === import.meta.filename) {
  const log = pino({ level: 'silent' })
  const db = openDatabase(process.env['DELIVERER_DATABASE'] ?? '', { log, maxConnections: 6 })
  const box = createSecretBox(process.env['DELIVERER_SECRET'] ?? '', 'webhook endpoints')
  const calling = { clock, box, allowsLoopback: true, publicUrl: 'http://localhost' }
  const services = { db, clock, log, metrics: createMetrics(), calling }
  process.on('disconnect', () => process.exit())
  for (;;) {
    await deliverDue(services, new AbortController().signal)
    await pause(20)
  }
}
