import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import type { EventType } from '#foundation/events/event-types.ts'
import { eventsContract } from '#selling/events/contract.ts'
import { formsContract } from '#selling/forms/contract.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { readAll } from '#web/kit/list/read-all.ts'
import type { DeliveryState } from '#selling/sent-events/contract.ts'
import { endpointsContract } from '../contract.ts'

const key = ['endpoints'] as const

export const endpointsQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: ({ signal }) => call(endpointsContract.listEndpoints, { signal }),
})

/** Every form of the shop, to choose from. */
export const formsToChooseQuery = queryOptions({
  queryKey: ['forms', 'for endpoints'],
  queryFn: ({ signal }) =>
    readAll((page) => call(formsContract.listForms, { query: { limit: 0, page }, signal })),
})

export function deliveriesQuery(id: string, state: DeliveryState | undefined) {
  return infiniteQueryOptions({
    queryKey: [...key, 'deliveries', id, state],
    queryFn: ({ pageParam: before, signal }) =>
      call(endpointsContract.listDeliveries, { params: { id }, query: { state, before }, signal }),
    initialPageParam: nothing,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.event.sequence : undefined),
  })
}

const nothing: number | undefined = undefined

export function deliveryQuery(id: string, eventId: string) {
  return queryOptions({
    queryKey: [...key, 'delivery', id, eventId],
    queryFn: ({ signal }) => call(endpointsContract.readDelivery, { params: { id, eventId }, signal }),
  })
}

export function eventsQuery(sought: { readonly q: string; readonly type: EventType | undefined }) {
  return infiniteQueryOptions({
    queryKey: ['events', sought],
    queryFn: ({ pageParam: before, signal }) =>
      call(eventsContract.listEvents, { query: { ...sought, before, limit: 25, thin: 'true' }, signal }),
    initialPageParam: nothing,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.sequence : undefined),
  })
}

/** Changes endpoints or deliveries, shows an error if that fails, and reloads them in any case. */
export function useEndpointWrite<Result, Input = void>(
  mutationFn: (input: Input) => Promise<Result>,
  onSuccess: (result: Result) => void,
) {
  const client = useQueryClient()
  return useWrite({
    mutationFn,
    onSuccess,
    onError: (error: Error) =>
      toast.error(errorMessage(error, t('The server did not respond. Please try again.'))),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
