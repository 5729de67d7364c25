import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#foundation/config/config.ts'
import { noTracer, type Tracer } from './tracer.ts'

/** OpenTelemetry's SDK is loaded only if a collector is configured. */
export async function openTracer(
  traces: Config['traces'],
  facts: { readonly version: string; readonly log: FastifyBaseLogger },
): Promise<Tracer> {
  if (traces === undefined) return noTracer
  const { createOpenTelemetry } = await import('./open-telemetry.ts')
  return createOpenTelemetry({ ...traces, ...facts })
}
