import { z } from 'zod'
import { useMemo, useSyncExternalStore } from 'react'
import { dropPush } from '#web/kit/browser/drop-push.ts'
import { clearAllBut, deleteDraftsOfOthers } from '#web/kit/form/stored-drafts.ts'
import { ApiError, type Call, createCall, requestTimeout } from '#foundation/http/contract/client.ts'
import { proofRequired } from '#foundation/http/contract/caller.ts'
import { proofHeader } from '#foundation/limits/proof-header.ts'
import { identityContract, ownRequestHeaders, type Session, user, type User } from '../contract.ts'
import { askForProof } from './proof/ask-for-proof.ts'

/** How many challenges are answered for one call: one that comes too late is followed by another. */
const challenges = 3

const asked = z.object({ challenge: z.string() })

/** Repeats a call with the work that the server asks of it while it is under attack. */
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

/** Undefined where no work was asked for, or it cannot be done here: what the server says then is what the person reads. */
async function answer(error: unknown): Promise<string | undefined> {
  if (!(error instanceof ApiError) || error.code !== 'proof_needed') return undefined
  const details = asked.safeParse(error.details)
  if (!details.success) return undefined
  try {
    // Hardly anybody is ever asked, so that no page carries it.
    const { prove } = await import('#web/kit/browser/prove.ts')
    return await prove(details.data.challenge)
  } catch {
    return undefined
  }
}

/**
 * The signed-in person as this browser keeps it. The names in local storage are part of the product's outside:
 * `sessionToken` (15 minutes), `userId`, `email` and `user`. Other tabs hear of every change. `endedSession` is whose session
 * ended last without their asking, until somebody signs in.
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

/** Whether somebody is signed in here who has not just asked to be signed out. */
export function isSignedIn(): boolean {
  return storedToken() !== null && !isLeaving
}

/** The stored user as text: the same text is the same user, so that it can be compared. */
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

/** The id of the person whose session has ended without their asking, or null. */
export function endedSession(): string | null {
  return localStorage.getItem(keys.ended)
}

/** Clears everything that this browser stores, as signing out asks. */
export function endSession(): void {
  localStorage.clear()
  void dropPush()
  changes.dispatchEvent(new Event('change'))
}

/** The session has ended without the person's asking: what they typed and have not saved waits until they are back. */
function loseSession(): void {
  const userId = localStorage.getItem(keys.userId)
  if (userId === null) return endSession()
  // Other tabs hear of each name in turn: what has happened comes first.
  localStorage.setItem(keys.ended, userId)
  clearAllBut(localStorage, keys.ended, userId)
  void dropPush()
  changes.dispatchEvent(new Event('change'))
}

/** Tells of changes in this tab and in others; answers how to stop it. */
export function onSessionChange(listener: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  changes.addEventListener('change', listener, { signal })
  window.addEventListener('storage', listener, { signal })
  return () => controller.abort()
}

const callSignedIn = doingWork(createCall({ token: storedToken, refresh: refreshToken }))

/**
 * The API as the signed-in person calls it: a 401 renews the token and repeats the call, and before what lasts the person proves
 * who they are, unless they just did. Whoever is being signed out is about to leave the page, and waits for nothing: the server
 * would refuse it.
 */
export const call: Call = async (route, input) => {
  if (isLeaving) return new Promise(() => undefined)
  if (route.proof === 'recent') await proveFirst()
  try {
    return await callSignedIn(route, input)
  } catch (error) {
    // Who has no password, and a proof that has just become too old.
    const isAsked = error instanceof ApiError && error.code === proofRequired
    if (!isAsked || !(await askForProof())) throw error
    return callSignedIn(route, input)
  }
}

async function proveFirst(): Promise<void> {
  const { isRecent } = await callSignedIn(identityContract.readProof, {})
  if (isRecent || (await askForProof())) return
  const message = 'Nothing was changed: you did not confirm that it is you.'
  throw new ApiError(403, { code: 'not_proved', message, requestId: '' })
}

/** The API without renewing: for calls whose 401 says something else, such as a wrong password. */
export const callOnce = doingWork(createCall({ token: storedToken }))

/**
 * Renews the token from the session cookie. Calls at the same time share one request, in this tab and across tabs:
 * the cookie is rotated, so that two at once would look like a theft. Answers null when the session has ended or is just being
 * ended. `refused` is the token that a call was sent with.
 */
export function refreshToken(refused?: string | null): Promise<string | null> {
  if (isLeaving) return Promise.resolve(null)
  // A call that was sent before the last renewal only has to be repeated with what that brought.
  const isLate = performance.now() - refreshedAt < requestTimeout && storedToken() !== refused
  if (isLate) return Promise.resolve(storedToken())
  refreshing ??= refreshAlone().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function refreshAlone(): Promise<string | null> {
  const before = storedToken()
  // Locks exist in secure contexts only; an address without TLS still works, one tab at a time.
  if (!('locks' in navigator)) return requestToken()
  return navigator.locks.request('tillform-session', () => {
    const now = storedToken()
    return now === before ? requestToken() : now
  })
}

async function requestToken(): Promise<string | null> {
  try {
    // It outlives the page: the cookie is used up at the server, so that the next one must arrive.
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

/** Ends the session at the server as far as it can be reached, and in this browser in any case; then goes on there. */
export async function signOut(next = '/login'): Promise<void> {
  // What calls by itself, or has called, stops before the server refuses it.
  isLeaving = true
  changes.dispatchEvent(new Event('change'))
  try {
    await callOnce(identityContract.signOut, { headers: ownRequestHeaders })
  } catch {
    // The browser clears the session even when the server cannot be told.
  } finally {
    isLeaving = false
  }
  clearSession(next)
}

/** Clears the session here, notifications of this device included, and leaves. */
export function clearSession(next = '/login'): void {
  localStorage.clear()
  void leaveFor(next)
}

/** How long leaving waits for the browser at most, in milliseconds. */
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
