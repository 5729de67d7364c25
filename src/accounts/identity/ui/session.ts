import { z } from 'zod'
import { useMemo, useSyncExternalStore } from 'react'
import { t } from '#foundation/language/t.ts'
import { dropPush } from '#web/kit/browser/drop-push.ts'
import { clearAllBut, deleteDraftsOfOthers } from '#web/kit/form/stored-drafts.ts'
import { ApiError, type Call, createCall, requestTimeout } from '#foundation/http/contract/client.ts'
import { proofRequired } from '#foundation/http/contract/caller.ts'
import { proofHeader } from '#foundation/limits/proof-header.ts'
import { identityContract, ownRequestHeaders, type Session, user, type User } from '../contract.ts'
import { askForProof } from './proof/ask-for-proof.ts'

/** How many challenges are answered for one call: one that arrives too late is followed by another. */
const challenges = 3

const asked = z.object({ challenge: z.string() })

/** Repeats a call with the work that the server demands while it is under attack. */
function doingWork(call: Call): Call {
  return async (route, input) => {
    let given = input
    for (let left = challenges; ; left -= 1) {
      try {
        return await call(route, given)
      } catch (error) {
        const proof = left > 0 ? await answer(error) : undefined
        if (proof === undefined) throw error
        given = { ...input, headers: { ...input.headers, [proofHeader]: proof } }
      }
    }
  }
}

/** Undefined where no work was demanded or it cannot be done here: the person then reads the server's words. */
async function answer(error: unknown): Promise<string | undefined> {
  if (!(error instanceof ApiError) || error.code !== 'proof_needed') return undefined
  const details = asked.safeParse(error.details)
  if (!details.success) return undefined
  try {
    // Hardly anyone ever needs it, so no page carries it.
    const { prove } = await import('#web/kit/browser/prove.ts')
    return await prove(details.data.challenge)
  } catch {
    return undefined
  }
}

/**
 * The signed-in person as this browser stores them. The names in local storage are part of the product's interface:
 * `sessionToken` (15 minutes), `userId`, `email` and `user`. Other tabs learn of every change. `endedSession` is the
 * person whose session last ended without their asking, until someone signs in.
 */
const keys = {
  token: 'sessionToken',
  userId: 'userId',
  email: 'email',
  user: 'user',
  ended: 'endedSession',
} as const

const changes = new EventTarget()
let isLeaving = false
let refreshing: Promise<string | null> | undefined
let refreshedAt = Number.NEGATIVE_INFINITY

export function storedToken(): string | null {
  return localStorage.getItem(keys.token)
}

/** Whether someone is signed in here and has not just asked to sign out. */
export function isSignedIn(): boolean {
  return storedToken() !== null && !isLeaving
}

/** The stored user as text: equal texts are the same user, so they can be compared. */
export function storedUserText(): string | null {
  return localStorage.getItem(keys.user)
}

export function parseUser(text: string | null): User | null {
  if (text === null) return null
  try {
    return user.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export function storeSession(session: Session): void {
  localStorage.removeItem(keys.ended)
  deleteDraftsOfOthers(localStorage, session.user.id)
  localStorage.setItem(keys.token, session.token)
  storeUser(session.user)
}

export function storeUser(changed: User): void {
  localStorage.setItem(keys.userId, changed.id)
  localStorage.setItem(keys.email, changed.email)
  localStorage.setItem(keys.user, JSON.stringify(changed))
  changes.dispatchEvent(new Event('change'))
}

/** The id of the person whose session ended without their asking, or null. */
export function endedSession(): string | null {
  return localStorage.getItem(keys.ended)
}

/** Clears everything this browser stores, as signing out does. */
export function endSession(): void {
  localStorage.clear()
  void dropPush()
  changes.dispatchEvent(new Event('change'))
}

/** The session ended without the person's asking: their unsaved input waits until they are back. */
function loseSession(): void {
  const userId = localStorage.getItem(keys.userId)
  if (userId === null) return endSession()
  // Other tabs are notified of each name in turn, so the cause comes first.
  localStorage.setItem(keys.ended, userId)
  clearAllBut(localStorage, keys.ended, userId)
  void dropPush()
  changes.dispatchEvent(new Event('change'))
}

/** Reports changes in this tab and in others; returns the function that stops it. */
export function onSessionChange(listener: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  changes.addEventListener('change', listener, { signal })
  window.addEventListener('storage', listener, { signal })
  return () => controller.abort()
}

const callSignedIn = doingWork(createCall({ token: storedToken, refresh: refreshToken }))

/**
 * The API as the signed-in person calls it: a 401 renews the token and repeats the call, and before sensitive changes
 * the person proves their identity unless they just did. A person being signed out is about to leave the page and
 * waits for nothing: the server would reject it.
 */
export const call: Call = async (route, input) => {
  if (isLeaving) return new Promise(() => undefined)
  if (route.proof === 'recent') await proveFirst()
  try {
    return await callSignedIn(route, input)
  } catch (error) {
    // A person without a password, and a proof that has just become too old.
    const isAsked = error instanceof ApiError && error.code === proofRequired
    if (!isAsked || !(await askForProof())) throw error
    return callSignedIn(route, input)
  }
}

async function proveFirst(): Promise<void> {
  const { isRecent } = await callSignedIn(identityContract.readProof, {})
  if (isRecent || (await askForProof())) return
  const message = t('Nothing was changed, because you did not confirm that it is you.')
  throw new ApiError(403, { code: 'not_proved', message, requestId: '' })
}

/** The API without renewing: for calls whose 401 has another meaning, such as a wrong password. */
export const callOnce = doingWork(createCall({ token: storedToken }))

/**
 * Renews the token from the session cookie. Calls at the same time share one request, in this tab and across tabs:
 * the cookie is rotated, so two requests would look like a theft. Returns null when the session has ended or is just
 * being ended. `refused` is the token a call was sent with.
 */
export function refreshToken(refused?: string | null): Promise<string | null> {
  if (isLeaving) return Promise.resolve(null)
  // A call sent before the last renewal only has to be repeated with the new token.
  const isLate = performance.now() - refreshedAt < requestTimeout && storedToken() !== refused
  if (isLate) return Promise.resolve(storedToken())
  refreshing ??= refreshAlone().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function refreshAlone(): Promise<string | null> {
  const before = storedToken()
  // Locks exist in secure contexts only; without TLS it still works, one tab at a time.
  if (!('locks' in navigator)) return requestToken()
  return navigator.locks.request('tillform-session', () => {
    const now = storedToken()
    return now === before ? requestToken() : now
  })
}

async function requestToken(): Promise<string | null> {
  try {
    // It outlives the page: the cookie is used up on the server, so the next one must arrive.
    const session = await callOnce(identityContract.refresh, { headers: ownRequestHeaders, keepalive: true })
    storeSession(session)
    refreshedAt = performance.now()
    return session.token
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    loseSession()
    return null
  }
}

/** Ends the session on the server if it can be reached, and in this browser in any case; then continues there. */
export async function signOut(next = '/login'): Promise<void> {
  // Background calls stop before the server rejects them.
  isLeaving = true
  changes.dispatchEvent(new Event('change'))
  try {
    await callOnce(identityContract.signOut, { headers: ownRequestHeaders })
  } catch {
    // The browser clears the session even when the server cannot be reached.
  } finally {
    isLeaving = false
  }
  clearSession(next)
}

/** Clears the session here, including this device's notifications, and leaves. */
export function clearSession(next = '/login'): void {
  localStorage.clear()
  void leaveFor(next)
}

/** The longest that leaving waits for the browser, in milliseconds. */
const leavesWithin = 1_000

async function leaveFor(path: string): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, leavesWithin))
  await Promise.race([dropPush(), late])
  window.location.assign(path)
}

/** The signed-in person, or null; follows changes in this tab and in others. */
export function useUser(): User | null {
  const text = useSyncExternalStore(onSessionChange, () => (storedToken() === null ? null : storedUserText()))
  return useMemo(() => parseUser(text), [text])
}
