import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { healthContract } from './contract.ts'
import { addGauges } from './gauges.ts'
import { healthHandlers } from './handlers.ts'
import { rememberSigns } from './read-signs.ts'
import { registerMetrics } from './serve-metrics.ts'

/** What the operator of the server sees of it. Answers how the text for Prometheus is read. */
export function registerHealthOfServer(
  { server, serve }: Registry,
  services: Services,
  version: string,
): () => Promise<string> {
  const readSigns = rememberSigns(services)
  serve(healthContract, healthHandlers(services, version, readSigns))
  const read = addGauges(services, version, readSigns)
  registerMetrics(server, services.config.metrics, read)
  return read
}
