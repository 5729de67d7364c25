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

/** How many challenges are answered for one call. An answer that arrives too late gets another challenge. */
const challenges = 3

const asked = z.object({ challenge: z.string() })

/** Repeats a call with the proof of work that the server demands during an attack. */
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

/**
 * Undefined if the server demanded no work or this browser cannot do it. The person then reads the server's message.
 */
async function answer(error: unknown): Promise<string | undefined> {
  if (!(error instanceof ApiError) || error.code !== 'proof_needed') return undefined
  const details = asked.safeParse(error.details)
  if (!details.success) return undefined
  try {
    // This code is almost never needed, so it is loaded separately.
    const { prove } = await import('#web/kit/browser/prove.ts')
    return await prove(details.data.challenge)
  } catch {
    return undefined
  }
}

/**
 * The signed-in person as this browser stores them. The names in local storage are part of the product's interface:
 * `sessionToken` (15 minutes), `userId`, `email` and `user`. Other tabs are notified of every change. `endedSession`
 * is the person whose session last ended without their asking, until someone signs in.
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

/** The stored user as text, because equal texts can be compared to detect the same user. */
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

/** The session ended without the person's asking, so their unsaved input waits until they are back. */
function loseSession(): void {
  const userId = localStorage.getItem(keys.userId)
  if (userId === null) return endSession()
  // Other tabs are notified of each name in turn, so the cause comes first.
  localStorage.setItem(keys.ended, userId)
  clearAllBut(localStorage, keys.ended, userId)
  void dropPush()
  changes.dispatchEvent(new Event('change'))
}

/** Reports changes in this tab and in others. Returns the function that stops it. */
export function onSessionChange(listener: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  changes.addEventListener('change', listener, { signal })
  window.addEventListener('storage', listener, { signal })
  return () => controller.abort()
}

const callSignedIn = doingWork(createCall({ token: storedToken, refresh: refreshToken }))

/**
 * Calls the API as the signed-in person. A 401 renews the token and repeats the call. Sensitive changes first ask for a
 * proof of identity unless there is a recent one. While a person is being signed out, calls are not sent and never
 * resolve, because the server would reject them.
 */
export const call: Call = async (route, input) => {
  if (isLeaving) return new Promise(() => undefined)
  if (route.proof === 'recent') await proveFirst()
  try {
    return await callSignedIn(route, input)
  } catch (error) {
    // The person has no password, and their proof of identity has just expired.
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

/** Calls the API without renewing the token, for calls where 401 has another meaning, such as a wrong password. */
export const callOnce = doingWork(createCall({ token: storedToken }))

/**
 * Renews the token from the session cookie. Simultaneous calls share one request, in this tab and across tabs, because
 * two requests with the same cookie would look like theft. Returns null when the session has ended or is just being
 * ended. `refused` is the rejected token of a call.
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
  // Browsers provide locks only in secure contexts. Without TLS, renewing still works in one tab at a time.
  if (!('locks' in navigator)) return requestToken()
  return navigator.locks.request('tillform-session', () => {
    const now = storedToken()
    return now === before ? requestToken() : now
  })
}

async function requestToken(): Promise<string | null> {
  try {
    // The request outlives the page, because the server has used up the cookie and the next one must arrive.
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

/** Ends the session on the server if it can be reached, and in this browser in any case. Then opens the given page. */
export async function signOut(next = '/login'): Promise<void> {
  // Background calls stop before the server rejects them.
  isLeaving = true
  changes.dispatchEvent(new Event('change'))
  try {
    await callOnce(identityContract.signOut, { headers: ownRequestHeaders })
  } catch {
    // The browser clears the session even if the server cannot be reached.
  } finally {
    isLeaving = false
  }
  clearSession(next)
}

/** Clears the session here, including this device's notifications, and leaves the page. */
export function clearSession(next = '/login'): void {
  localStorage.clear()
  void leaveFor(next)
}

/** The maximum time that leaving waits for the browser, in milliseconds. */
const leavesWithin = 1_000

async function leaveFor(path: string): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, leavesWithin))
  await Promise.race([dropPush(), late])
  window.location.assign(path)
}

/** The signed-in person or null, updated after changes in this tab and in others. */
export function useUser(): User | null {
  const text = useSyncExternalStore(onSessionChange, () => (storedToken() === null ? null : storedUserText()))
  return useMemo(() => parseUser(text), [text])
}
