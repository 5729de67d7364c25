import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const documentName = 'shared/stripe/openapi-2026-10-28.endive.json'

/** The path of Stripe's OpenAPI description, from SANDBOX_OPENAPI or next to the project. */
export function findOpenApi(): string | undefined {
  const beside = resolve(import.meta.dirname, '../..', documentName)
  return [process.env['SANDBOX_OPENAPI'] ?? '', beside].find((place) => place !== '' && existsSync(place))
}
