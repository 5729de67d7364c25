import type { Access, AskedProof, Failures, Route } from './contract.ts'

const ofEveryRoute: Failures = {
  unreadable: 400,
  address_too_long: 414,
  too_large: 413,
  unsupported_content_type: 415,
  invalid_fields: 422,
  too_many_requests: 429,
  internal: 500,
  overloaded: 503,
  unavailable: 503,
}

const ofOneThing: Failures = { not_found: 404 }

const ofSignedIn: Failures = {
  key_in_url: 400,
  not_signed_in: 401,
  key_not_valid: 401,
  key_paused: 403,
  not_allowed: 403,
  closed_to_keys: 403,
  second_factor_required: 403,
}
/** The errors of writes with an API key and an idempotency key. */
const ofRepeats: Failures = {
  request_in_progress: 409,
  request_interrupted: 409,
  idempotency_key_reused: 422,
}
const ofOnboarded: Failures = { ...ofSignedIn, onboarding_uncompleted: 403, no_plan: 403 }

const byAccess: Readonly<Record<Access, Failures>> = {
  anyone: {},
  'signed-in': ofSignedIn,
  staff: ofSignedIn,
  'super-admin': ofSignedIn,
  onboarded: ofOnboarded,
  'beyond-basic': { ...ofOnboarded, plan_lacks_feature: 403 },
}

const byProof: Readonly<Record<AskedProof, Failures>> = {
  browser: { other_browser: 403 },
  recent: { other_browser: 403, proof_required: 403 },
  body: { other_browser: 403, proof_required: 403 },
}

/** Every error code that a route can return, with its status: the common ones and those in its contract. */
export function failuresOf({
  access,
  method,
  params,
  proof,
  failures = {},
}: Pick<Route, 'access' | 'method' | 'params' | 'proof' | 'failures'>): Failures {
  return {
    ...ofEveryRoute,
    ...byAccess[access],
    ...(method === 'GET' || access === 'anyone' ? {} : ofRepeats),
    ...(params === undefined ? {} : ofOneThing),
    ...(proof === undefined ? {} : byProof[proof]),
    ...failures,
  }
}

/** The error codes of each status, in order. */
export function codesByStatus(failures: Failures): ReadonlyMap<number, readonly string[]> {
  const statuses = [...new Set(Object.values(failures))].toSorted((one, other) => one - other)
  return new Map(
    statuses.map((status) => [
      status,
      Object.keys(failures)
        .filter((code) => failures[code] === status)
        .toSorted(),
    ]),
  )
}
