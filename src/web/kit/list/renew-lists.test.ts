import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { renewLists } from './renew-lists.ts'

const listKey = ['things', 'list']
const nothing = { data: [], prevPage: null, nextPage: null }
const something = { ...nothing, data: [{ id: 'one' }] }

test('an empty list that is not visible is dropped until it is read again', async () => {
  const queryClient = new QueryClient()
  const choicesKey = ['things', 'choices']
  queryClient.setQueryData(listKey, nothing)
  queryClient.setQueryData(choicesKey, [])
  await renewLists(queryClient, ['things'])
  expect(queryClient.getQueryData(listKey)).toBeUndefined()
  expect(queryClient.getQueryData(choicesKey)).toBeUndefined()
})

test('a list with items stays visible while it is refetched', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(listKey, something)
  await renewLists(queryClient, ['things'])
  expect(queryClient.getQueryData(listKey)).toEqual(something)
  expect(queryClient.getQueryState(listKey)?.isInvalidated).toBe(true)
})

test('an empty list that is visible is refetched immediately', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(listKey, nothing)
  const observer = new QueryObserver(queryClient, {
    queryKey: listKey,
    queryFn: async () => something,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const stop = observer.subscribe(() => undefined)
  await renewLists(queryClient, ['things'])
  expect(queryClient.getQueryData(listKey)).toEqual(something)
  stop()
})
