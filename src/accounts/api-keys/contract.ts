import { z } from 'zod'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { admissionsTo } from '#foundation/http/contract/resource.ts'
import { number, requiredLine } from '#foundation/http/input/fields.ts'
import { t } from '#foundation/language/t.ts'
import { scopes } from '#foundation/rights/scopes.ts'

/** Per shop. */
export const mostKeys = 25

/** The lifetimes that a seller can choose for an API key, in days. The API accepts any up to ten years. */
export const usualLifetimes = [30, 90, 365] as const
const longestLifetime = 3_650

/**
 * An API key, without the key itself.
 * - `prefix`: its beginning.
 * - `maker`: the member who made it. If they lose a right, the key loses it too.
 * - `expiresAt`: null if never; `lastUsedAt`: null if never used, exact to the minute.
 * - `pausedAt`: when it was paused for its use from many networks, or null.
 */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(scopes)),
  maker: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  pausedAt: z.string().nullable(),
})
export type ApiKey = z.output<typeof apiKey>

export const newApiKey = z.object({
  name: requiredLine(60),
  /** `write` includes reading. */
  scopes: z
    .array(z.enum(scopes))
    .min(1, { error: () => t('Give the key at least one right') })
    .max(scopes.length),
  /** The number of days until the key expires, or null for never. */
  days: number.int().min(1).max(longestLifetime).nullable(),
})
export type NewApiKey = z.output<typeof newApiKey>

const admits = admissionsTo('signed-in', 'developers')
const isPersonal = true

export const apiKeysContract = {
  listApiKeys: {
    ...admits.read,
    isPersonal,
    method: 'GET',
    path: '/keys',
    summary: 'Lists the API keys of the shop, newest first, with those revoked in the last 90 days',
    ok: { status: 200, schema: z.object({ keys: z.array(apiKey) }) },
  },
  createApiKey: {
    ...admits.write,
    isPersonal,
    method: 'POST',
    path: '/keys',
    summary: 'Creates an API key with some of your rights. The key itself is returned only now',
    proof: 'recent',
    body: newApiKey,
    failures: { too_many_keys: 409 },
    ok: { status: 201, schema: z.object({ key: z.string(), apiKey }) },
  },
  resumeApiKey: {
    ...admits.update,
    isPersonal,
    method: 'POST',
    path: '/keys/:id/resume',
    summary: 'Resumes an API key that was paused because it was used from many networks',
    proof: 'recent',
    params: idParams,
    ok: { status: 200, schema: z.object({ name: z.string() }) },
  },
  revokeApiKey: {
    ...admits.delete,
    isPersonal,
    method: 'DELETE',
    path: '/keys/:id',
    summary: 'Revokes an API key right away',
    params: idParams,
    ok: { status: 200, schema: z.object({ name: z.string() }) },
  },
} as const satisfies Contract
