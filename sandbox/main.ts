import { join } from 'node:path'
import { z } from 'zod'
import { startSandbox } from './start-sandbox.ts'

/** Reads a setting. An empty environment variable counts as missing. */
const setting = z
  .string()
  .optional()
  .transform((value) => (value === '' ? undefined : value))

/** A list of event types, separated by commas. */
const types = setting.transform((value) => value?.split(','))

const port = z.int().min(0).max(65535)
const address = z.url('must be an address, such as http://localhost:3000')

const environment = z.object({
  SANDBOX_PORT: setting
    .transform((value) => Number(value ?? 3001))
    .refine((value) => port.safeParse(value).success, 'must be a number from 0 to 65535'),
  DATA_DIR: setting.transform((value) => value ?? './data'),
  PUBLIC_URL: setting.transform((value) => value ?? 'http://localhost:3000').pipe(address),
  SANDBOX_WEBHOOK_BASE: setting.pipe(address.optional()),
  STRIPE_SECRET_KEY: setting.transform((value) => value ?? 'sk_test_tillform_sandbox'),
  STRIPE_PUBLISHABLE_KEY: setting.transform((value) => value ?? 'pk_test_tillform_sandbox'),
  STRIPE_WEBHOOK_SECRET: setting.transform((value) => value ?? 'whsec_tillform_sandbox'),
  STRIPE_CONNECT_WEBHOOK_SECRET: setting.transform((value) => value ?? 'whsec_tillform_sandbox_connect'),
  SANDBOX_EVENTS: types,
  SANDBOX_CONNECT_EVENTS: types,
  SANDBOX_OPENAPI: setting,
})

const parsed = environment.safeParse(process.env)
if (!parsed.success) {
  for (const { path, message } of parsed.error.issues) process.stderr.write(`${path.join('.')} ${message}.\n`)
  process.exit(1)
}
const settings = parsed.data
const say = (line: string) => process.stdout.write(`${line}\n`)
const sent = (events: string[] | undefined) => (events === undefined ? {} : { events })
const webhookBase = (settings.SANDBOX_WEBHOOK_BASE ?? settings.PUBLIC_URL).replace(/\/+$/, '')

const sandbox = await startSandbox({
  port: settings.SANDBOX_PORT,
  stateFile: join(settings.DATA_DIR, 'sandbox', 'journal.jsonl'),
  applicationOrigin: new URL(settings.PUBLIC_URL).origin,
  secretKey: settings.STRIPE_SECRET_KEY,
  publishableKey: settings.STRIPE_PUBLISHABLE_KEY,
  webhooks: [
    {
      url: `${webhookBase}/api/webhooks/stripe`,
      secret: settings.STRIPE_WEBHOOK_SECRET,
      connect: false,
      ...sent(settings.SANDBOX_EVENTS),
    },
    {
      url: `${webhookBase}/api/webhooks/stripe-connect`,
      secret: settings.STRIPE_CONNECT_WEBHOOK_SECRET,
      connect: true,
      ...sent(settings.SANDBOX_CONNECT_EVENTS),
    },
  ],
  ...(settings.SANDBOX_OPENAPI === undefined ? {} : { openApiFile: settings.SANDBOX_OPENAPI }),
  log: say,
})
say(`sandbox listening on ${sandbox.url}`)

let isStopping = false
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  await sandbox.close()
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
