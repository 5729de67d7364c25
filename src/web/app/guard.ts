import type { QueryClient } from '@tanstack/react-query'
import { redirect, type LoaderFunctionArgs } from 'react-router'
import { reasonsAgainst, type Area } from '#accounts/billing/gates/gates.ts'
import { NotSubscribed } from '#accounts/billing/ui/queries.ts'
import { loadSellerState } from '#accounts/billing/ui/seller-state.ts'
import { parseUser, storedToken, storedUserText } from '#accounts/identity/ui/session.ts'
import { runsPlatformOnly } from '#accounts/onboarding/runs-platform-only.ts'
import { rightsQuery } from '#accounts/roles/ui/queries.ts'
import {
  isStaff,
  needsSecondFactor,
  refusalOf,
  secondFactorRequired,
} from '#foundation/http/contract/caller.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { isSellerEntity, type Right } from '#foundation/rights/entities.ts'
import { loginPath } from '#web/kit/browser/own-path.ts'

type Leading = { readonly leadsTo: '/billing' | '/settings/security'; readonly isPassing: boolean }

/** Contracts are loaded with the pages that use them, not on the first visit. */
type LoadRoute = () => Promise<{ readonly right: Right }>

/** An area that is closed in the seller's current state. */
export class Denied extends Error {
  readonly reasons: readonly string[]
  /** The path of the page where the seller can open the area. */
  readonly leadsTo: '/billing' | '/settings/security'
  /** Whether the area opens automatically in a moment. Then the person returns here as soon as it is open. */
  readonly isPassing: boolean

  constructor(
    reasons: readonly string[],
    { leadsTo = '/billing', isPassing = false }: Partial<Leading> = {},
  ) {
    super(reasons.join(' '))
    this.reasons = reasons
    this.leadsTo = leadsTo
    this.isPassing = isPassing
  }
}

/**
 * Makes the loaders of protected routes. Without a session, they redirect to the login page and back afterwards. With a
 * session, they require onboarding, the plan and the caller's permission for the page's route. The permissions are
 * known from then on, so that nothing is offered and then rejected.
 */
export function createGuard(queryClient: QueryClient) {
  return (area: Area, loadRoute?: LoadRoute) => async (args: LoaderFunctionArgs) => {
    if (storedToken() === null) return leaveForLogin(args)
    const isOpenAlways = area === 'billing' || area === 'settings'
    const asking = queryClient.query(rightsQuery).catch(() => undefined)
    const loading = loadSellerState(queryClient, { decides: !isOpenAlways })
    const state = isOpenAlways ? await loading.catch(() => null) : await loading.catch(denyUnsubscribed)
    const answer = await asking
    const right = (await loadRoute?.())?.right
    const rights = answer?.rights
    if (storedToken() === null) return leaveForLogin(args)
    // Platform staff can be viewing another seller's page. Whether they may is up to the API.
    const isElsewhere = args.params['id'] !== undefined && isStaffHere()
    const reasons = state === null || isElsewhere ? [] : reasonsAgainst(area, state)
    // The start page for people who only run the platform.
    if (area === 'forms' && reasons.length > 0 && runsPlatformOnly(storedUser(), state?.onboarding ?? ''))
      return redirect('/admin/sellers')
    if (reasons.length > 0) throw new Denied(reasons)
    if (right && !isSellerEntity(right.entity) && answer?.lacksSecondFactor === true)
      throw new Denied([needsSecondFactor().message], { leadsTo: '/settings/security' })
    if (right && rights?.includes(`${right.entity}.${right.verb}`) === false)
      throw new Denied([refusalOf(right.verb)])
    return null
  }
}

/** Without a subscription every area is closed, so billing is the page to start on. */
function denyUnsubscribed(error: unknown): never {
  throw error instanceof NotSubscribed ? new Denied([error.message], { isPassing: true }) : error
}

const storedUser = () => parseUser(storedUserText())

function isStaffHere(): boolean {
  const user = storedUser()
  return user !== null && isStaff(user)
}

/** The loader of an area that only some people can open. The API decides, through the area's own `load`. */
export async function admitByAnswer(load: () => Promise<unknown>): Promise<null> {
  try {
    await load()
  } catch (error) {
    if (error instanceof ApiError && error.status === 403)
      throw new Denied([error.message], {
        leadsTo: error.code === secondFactorRequired ? '/settings/security' : '/billing',
      })
  }
  return null
}

/** Loads a full page. The loader never resolves, so that nothing of the requested page appears. */
function leaveForLogin({ request, url: { hash } }: LoaderFunctionArgs): Promise<null> {
  // A request contains no fragment.
  const { pathname, search } = new URL(request.url)
  window.location.replace(loginPath(`${pathname}${search}${hash}`))
  return new Promise(() => {})
}
