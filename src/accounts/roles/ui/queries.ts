import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import type { PlatformRole } from '#foundation/http/contract/caller.ts'
import type { Entity, Verb } from '#foundation/rights/entities.ts'
import type { ListSearch } from '#web/kit/list/list-search.ts'
import { readAll } from '#web/kit/list/read-all.ts'
import { rolesContract } from '../contract.ts'

export const rightsQuery = queryOptions({
  queryKey: ['rights'],
  queryFn: ({ signal }) => call(rolesContract.readRights, { signal }),
  staleTime: 60_000,
})

type May = (entity: Entity, verb: Verb) => boolean

/** The signed-in person's rights, for display, or undefined until loaded. The API decides what is allowed. */
export function useMay(isSignedIn = true): May | undefined {
  const { data } = useQuery({ ...rightsQuery, enabled: isSignedIn })
  return data && ((entity, verb) => data.rights.includes(`${entity}.${verb}`))
}

export const usersKey = ['users']

export function userListQuery({ q, page, role }: ListSearch & { readonly role: PlatformRole | undefined }) {
  const query = { q, page, ...(role === undefined ? {} : { role }) }
  return queryOptions({
    queryKey: [...usersKey, 'list', query],
    queryFn: ({ signal }) => call(rolesContract.listUsers, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function anyUserQuery(id: string) {
  return queryOptions({
    queryKey: [...usersKey, 'one', id],
    queryFn: ({ signal }) => call(rolesContract.getAnyUser, { params: { id }, signal }),
  })
}

export const rolesKey = ['roles']

export function roleListQuery({ q, page }: ListSearch) {
  return queryOptions({
    queryKey: [...rolesKey, 'list', { q, page }],
    queryFn: ({ signal }) => call(rolesContract.listRoles, { query: { q, page }, signal }),
    placeholderData: keepPreviousData,
  })
}

export const roleChoicesQuery = queryOptions({
  queryKey: [...rolesKey, 'choices'],
  queryFn: ({ signal }) =>
    readAll((page) => call(rolesContract.listRoles, { query: { limit: 0, page }, signal })),
})

export function roleQuery(id: string) {
  return queryOptions({
    queryKey: [...rolesKey, 'one', id],
    queryFn: ({ signal }) => call(rolesContract.getRole, { params: { id }, signal }),
  })
}

export const permissionsKey = ['permissions']

export const permissionChoicesQuery = queryOptions({
  queryKey: [...permissionsKey, 'choices'],
  queryFn: ({ signal }) =>
    readAll((page) => call(rolesContract.listPermissions, { query: { limit: 0, page }, signal })),
})

export function permissionQuery(id: string) {
  return queryOptions({
    queryKey: [...permissionsKey, 'one', id],
    queryFn: ({ signal }) => call(rolesContract.getPermission, { params: { id }, signal }),
  })
}
