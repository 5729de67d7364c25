import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '#foundation/config/config.ts'
import { usedEvents } from '#payments/webhooks/used-events.ts'

export type SandboxProcess = { readonly stop: () => Promise<void> }

/** How long a sandbox left behind by a killed process can take to end, in milliseconds. */
const patience = 15_000

/**
 * Starts the sandbox alongside the product, as a process that always ends when this one does. Resolves once it listens.
 */
export async function startSandboxProcess(config: Config, root: string): Promise<SandboxProcess> {
  const deadline = Date.now() + patience
  for (;;) {
    const { child, listening } = launch(config, root)
    if (await listening) return { stop: () => stop(child) }
    if (Date.now() > deadline) {
      throw new Error(
        `The sandbox could not start on port ${config.sandboxPort ?? ''}. Is another program using it? Set SANDBOX_PORT.`,
      )
    }
    await sleep(300)
  }
}

function launch(config: Config, root: string): { child: ChildProcess; listening: Promise<boolean> } {
  const { provider } = config
  const program = fileURLToPath(import.meta.resolve('@tillform/sandbox/main'))
  const child = spawn(process.execPath, ['--import', join(root, 'scripts/follow-parent.mjs'), program], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    // The sandbox has its own process group, so that Ctrl-C in a terminal reaches only the product, which then ends
    // the sandbox.
    detached: true,
    env: {
      PATH: process.env['PATH'],
      SANDBOX_PORT: String(config.sandboxPort),
      DATA_DIR: config.dataDir,
      PUBLIC_URL: config.publicUrl,
      SANDBOX_WEBHOOK_BASE: `http://127.0.0.1:${config.port}`,
      STRIPE_SECRET_KEY: provider.secretKey,
      STRIPE_PUBLISHABLE_KEY: provider.publishableKey,
      STRIPE_WEBHOOK_SECRET: provider.webhookSecrets[0],
      STRIPE_CONNECT_WEBHOOK_SECRET: provider.connectWebhookSecrets[0],
      // The events that a shop's endpoints receive from Stripe, as docs/operations.md sets them up.
      SANDBOX_EVENTS: usedEvents.platform.join(','),
      SANDBOX_CONNECT_EVENTS: usedEvents.connect.join(','),
      SANDBOX_OPENAPI: process.env['SANDBOX_OPENAPI'],
      NODE_OPTIONS: process.env['NODE_OPTIONS'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    },
  })
  const listening = new Promise<boolean>((resolve) => {
    child.once('exit', () => resolve(false))
    child.once('error', () => resolve(false))
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('sandbox listening')) resolve(true)
    })
  })
  return { child, listening }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await Promise.race([ended, sleep(5_000).then(() => child.kill('SIGKILL'))])
}
