import type { Config } from '#foundation/config/config.ts'
import { createCardProvider } from '#foundation/card-provider/card-provider.ts'
import { ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { WebhookEndpoint } from '#foundation/card-provider/webhook-endpoints.ts'
import { usedEvents, webhookPaths } from '#payments/webhooks/used-events.ts'
import { checkClock } from './check-database.ts'
import { good, reasonOf, stop, warning, type Finding } from './finding.ts'

const answerTime = 5_000

/** Calls Stripe with the secret key, and checks where it sends events. */
export async function checkProvider(config: Config): Promise<Finding[]> {
  const { provider: settings, publicUrl } = config
  try {
    const drift = await driftOf(settings.apiBase)
    const endpoints = await createCardProvider(settings).listWebhookEndpoints()
    const clock = drift === undefined ? [] : checkClock("Stripe's", drift)
    return [good('Stripe accepts the secret key.'), ...clock, ...checkEndpoints(publicUrl, endpoints)]
  } catch (error) {
    if (error instanceof ProviderRefused) {
      return [
        stop(
          `Stripe refuses STRIPE_SECRET_KEY (${error.code}).`,
          'Copy it from the Stripe Dashboard again. It may have been replaced.',
        ),
      ]
    }
    return [
      stop(
        `Stripe cannot be reached (${reasonOf(error)}).`,
        `Allow this machine to connect to ${new URL(settings.apiBase).origin}. Check DNS, firewall and proxy.`,
      ),
    ]
  }
}

/** How many seconds Stripe's clock is ahead of ours, read from the time in each response. */
async function driftOf(apiBase: string): Promise<number | undefined> {
  const response = await fetch(apiBase, { method: 'HEAD', signal: AbortSignal.timeout(answerTime) })
  const at = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(at) ? undefined : (at - Date.now()) / 1000
}

/** Missing events only cause delays, because the product also asks Stripe for changes. */
export function checkEndpoints(
  publicUrl: string,
  endpoints: readonly WebhookEndpoint[] | undefined,
): Finding[] {
  if (endpoints === undefined) {
    return [
      warning(
        'The webhook endpoints could not be checked: STRIPE_SECRET_KEY is not allowed to read them.',
        'Give the restricted key read access to Webhook Endpoints.',
      ),
    ]
  }
  const findings = (['platform', 'connect'] as const).flatMap((kind) => {
    const url = `${publicUrl}${webhookPaths[kind]}`
    const listeners = kind === 'platform' ? 'events of your account' : 'events of connected accounts'
    const found = endpoints.filter((endpoint) => endpoint.url === url)
    if (found.length === 0) {
      return [
        warning(
          `Stripe has no webhook endpoint ${url}.`,
          `Create one in the Stripe Dashboard for ${listeners}.`,
        ),
      ]
    }
    const enabled = found.filter(({ isEnabled }) => isEnabled)
    if (enabled.length === 0) {
      return [warning(`The webhook endpoint ${url} is disabled.`, 'Enable it in the Stripe Dashboard.')]
    }
    const sent = new Set(enabled.flatMap(({ events }) => events))
    const missing = sent.has('*') ? [] : usedEvents[kind].filter((event) => !sent.has(event))
    if (missing.length === 0) return []
    return [
      warning(
        `The webhook endpoint ${url} does not receive ${missing.join(', ')}.`,
        'Add them in the Stripe Dashboard.',
      ),
    ]
  })
  return findings.length === 0 ? [good('Stripe sends its events here.')] : findings
}
