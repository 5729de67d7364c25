import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { reasonsAgainst, type Area } from '#accounts/billing/gates/gates.ts'
import { NotSubscribed } from '#accounts/billing/ui/queries.ts'
import { loadSellerState } from '#accounts/billing/ui/seller-state.ts'
import { parseUser, storedToken, storedUserText } from '#accounts/identity/ui/session.ts'
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

type Leading = { readonly leadsTo: '/billing' | '/settings'; readonly isPassing: boolean }

/** Contracts come with the pages that use them, not with the first visit. */
type LoadRoute = () => Promise<{ readonly right: Right }>

/** A known area that the seller's present state does not open. */
export class Denied extends Error {
  readonly reasons: readonly string[]
  /** Where the reasons can be mended. */
  readonly leadsTo: '/billing' | '/settings'
  /** It opens by itself in a moment, so that the person is brought back as soon as it has. */
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
 * Makes the loaders that stand before protected routes: without a session to the login page and back afterwards;
 * with one, only when onboarding and the plan open the area, and the person may call the route that the page is for.
 * What they may do is known from then on, so that nothing is offered that has to be taken away again.
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
    // Who looks after all sellers may be looking at another one's; the API knows.
    const isElsewhere = args.params['id'] !== undefined && isStaffHere()
    const reasons = state === null || isElsewhere ? [] : reasonsAgainst(area, state)
    if (reasons.length > 0) throw new Denied(reasons)
    if (right && !isSellerEntity(right.entity) && answer?.lacksSecondFactor === true)
      throw new Denied([needsSecondFactor().message], { leadsTo: '/settings' })
    if (right && rights?.includes(`${right.entity}.${right.verb}`) === false)
      throw new Denied([refusalOf(right.verb)])
    return null
  }
}

/** Without a subscription there is nothing that could be open, and billing is where to look. */
function denyUnsubscribed(error: unknown): never {
  throw error instanceof NotSubscribed ? new Denied([error.message], { isPassing: true }) : error
}

function isStaffHere(): boolean {
  const user = parseUser(storedUserText())
  return user !== null && isStaff(user)
}

/** For an area that is open to some people only: the API decides, by what it answers to the area's own `load`. */
export async function admitByAnswer(load: () => Promise<unknown>): Promise<null> {
  try {
    await load()
  } catch (error) {
    if (error instanceof ApiError && error.status === 403)
      throw new Denied([error.message], {
        leadsTo: error.code === secondFactorRequired ? '/settings' : '/billing',
      })
  }
  return null
}

/** A page load of its own. The loader never ends, so that nothing of the wanted page appears meanwhile. */
function leaveForLogin({ request, url: { hash } }: LoaderFunctionArgs): Promise<null> {
  // A request has no fragment.
  const { pathname, search } = new URL(request.url)
  window.location.replace(loginPath(`${pathname}${search}${hash}`))
  return new Promise(() => {})
}
