import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigurationError, type Config } from '#foundation/config/config.ts'
import { readAddress } from '#foundation/db/server/address.ts'
import { openClient } from '#foundation/db/server/hosts.ts'
import { sessionLimits } from '#foundation/db/driver/session-limits.ts'

/** How long a sandbox left behind by a killed process can take to end, in milliseconds. */
const sandboxPatience = 5_000
const connectTime = 5_000

/**
 * Checks the settings before anything starts. Throws for a setting that would cause a failure later, with a plain
 * sentence that names it.
 */
export async function checkStart(
  config: Pick<Config, 'host' | 'port' | 'sandboxPort' | 'databaseUrl' | 'metrics'>,
  patience = sandboxPatience,
): Promise<void> {
  const { host, port, sandboxPort, databaseUrl, metrics } = config
  await checkAddress(host, port, '')
  if (metrics.port !== undefined) await checkAddress(metrics.host, metrics.port, 'METRICS_')
  if (sandboxPort !== undefined) await checkSandboxPort(sandboxPort, patience)
  if (databaseUrl !== undefined) await checkDatabase(databaseUrl)
}

async function checkAddress(host: string, port: number, prefix: '' | 'METRICS_'): Promise<void> {
  const problem = await listenProblem(host, port)
  if (problem === undefined) return
  if (problem === 'EADDRINUSE')
    throw new ConfigurationError(`${prefix}PORT: ${port} is in use by another program.`)
  if (problem === 'EACCES')
    throw new ConfigurationError(`${prefix}PORT: this user is not allowed to listen on ${port}.`)
  throw new ConfigurationError(`${prefix}HOST: ${host} cannot be listened on (${problem}).`)
}

async function checkSandboxPort(port: number, patience: number): Promise<void> {
  for (const deadline = Date.now() + patience; ; await sleep(200)) {
    if ((await listenProblem('127.0.0.1', port)) === undefined) return
    if (Date.now() > deadline)
      throw new ConfigurationError(`SANDBOX_PORT: ${port} is in use by another program.`)
  }
}

/** The error code if a server cannot listen there, or undefined if it can. */
function listenProblem(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    server.listen(port, host, () => void server.close(() => resolve(undefined)))
  })
}

async function checkDatabase(url: string): Promise<void> {
  const limits = readAddress(url).isPooled ? {} : sessionLimits
  try {
    const client = await openClient(url, { connectionTimeoutMillis: connectTime, ...limits })
    await client.end()
  } catch (error) {
    throw new ConfigurationError(`DATABASE_URL: ${reasonOf(error)}`)
  }
}

function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (first instanceof Error && first.message.includes('unsupported startup parameter')) {
    return 'this is PgBouncer. Add ?pgbouncer=true to the URL.'
  }
  const reason = first instanceof Error && 'code' in first ? String(first.code) : 'no answer'
  return `the database cannot be reached (${reason}).`
}
