import { call, type TestApp, type TestSeller } from '#test-app.ts'
import type { Scope } from '#foundation/rights/scopes.ts'
import { z } from 'zod'
import { apiKey } from './contract.ts'

const made = z.object({ key: z.string(), apiKey })

/** Makes an API key with these rights. Returns the key and its row. */
export async function makeKey(
  app: TestApp,
  { token }: Pick<TestSeller, 'token'>,
  scopes: readonly Scope[],
  days: number | null = null,
) {
  const answer = await call(app, 'POST', '/api/keys', { token, body: { name: 'Course', scopes, days } })
  return made.parse(answer.body)
}
