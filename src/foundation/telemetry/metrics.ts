import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The upper limits of the duration buckets in seconds, up to the browser's timeout. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts outcomes of purchases. Each counter starts at zero, so that even the first outcome is an increase. */
const purchaseOutcomes = [
  'paid',
  'requires_action',
  'processing',
  'declined',
  'failed',
  'canceled',
  'unknown',
  'refunded',
  'refund_failed',
  'disputed',
] as const

export type Metrics = ReturnType<typeof createMetrics>

/**
 * The counters of this process, for Prometheus. Labels have few values, and none come from requests: routes are counted
 * by template, never by URL. Counting costs a request microseconds and no SQL statement.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const metrics = {
    registry,
    requestDuration: new Histogram({
      name: 'tillform_http_request_duration_seconds',
      help: 'Requests and their durations, by the template of their route',
      labelNames: ['method', 'route', 'status'],
      buckets,
      registers,
    }),
    purchases: new Counter({
      name: 'tillform_purchases_total',
      help: 'Purchase state changes, including renewals, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    declines: new Counter({
      name: 'tillform_purchase_declines_total',
      help: 'Purchases that were not paid, by category of reason',
      labelNames: ['reason'],
      registers,
    }),
    providerCallDuration: new Histogram({
      name: 'tillform_provider_call_duration_seconds',
      help: 'Calls to the card provider, including retries, by operation and outcome',
      labelNames: ['operation', 'outcome'],
      buckets,
      registers,
    }),
    providerRetries: new Counter({
      name: 'tillform_provider_retries_total',
      help: 'Retries of calls to the card provider',
      labelNames: ['operation'],
      registers,
    }),
    providerTimeouts: new Counter({
      name: 'tillform_provider_timeouts_total',
      help: 'Attempts that timed out at the card provider',
      labelNames: ['operation'],
      registers,
    }),
    providerCallsHeldBack: new Counter({
      name: 'tillform_provider_calls_held_back_total',
      help: 'Calls to the card provider that were not sent because it had repeatedly not responded',
      registers,
    }),
    providerBreakerOpen: new Gauge({
      name: 'tillform_provider_breaker_open',
      help: '1 while calls to the card provider are not being sent',
      registers,
    }),
    webhooks: new Counter({
      name: 'tillform_webhooks_received_total',
      help: 'Webhook deliveries accepted from the card provider',
      labelNames: ['endpoint'],
      registers,
    }),
    webhookEvents: new Counter({
      name: 'tillform_webhook_events_total',
      help: 'Attempts to process a stored event, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    mails: new Counter({
      name: 'tillform_mails_total',
      help: 'Tries to send a mail, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    deliveries: new Counter({
      name: 'tillform_event_deliveries_total',
      help: 'Attempts to deliver an event to a seller’s endpoint, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    limitsRefused: new Counter({
      name: 'tillform_limits_refused_total',
      help: 'Requests rejected by a rate limit, by rule',
      labelNames: ['rule'],
      registers,
    }),
    signInsRefused: new Counter({
      name: 'tillform_sign_ins_refused_total',
      help: 'Rejected sign-ins, by method and reason',
      labelNames: ['way', 'reason'],
      registers,
    }),
  }
  for (const outcome of purchaseOutcomes) metrics.purchases.inc({ outcome }, 0)
  for (const endpoint of ['platform', 'connect']) metrics.webhooks.inc({ endpoint }, 0)
  for (const outcome of ['done', 'kept', 'given_up', 'failed']) metrics.webhookEvents.inc({ outcome }, 0)
  metrics.limitsRefused.inc({ rule: 'planCardInAll' }, 0)
  for (const outcome of ['sent', 'failed', 'given_up', 'dropped', 'postponed'])
    metrics.mails.inc({ outcome }, 0)
  for (const outcome of ['delivered', 'failed', 'given_up']) metrics.deliveries.inc({ outcome }, 0)
  return metrics
}
