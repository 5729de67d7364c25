import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const documentName = 'shared/stripe/openapi-2026-10-28.endive.json'

/** The provider's description of its API, named by SANDBOX_OPENAPI or found next to the project. */
export function findOpenApi(): string | undefined {
  const beside = resolve(import.meta.dirname, '../..', documentName)
  return [process.env['SANDBOX_OPENAPI'] ?? '', beside].find((place) => place !== '' && existsSync(place))
}
