import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useOnce } from '../browser/once.ts'

type Write<Data, Variables> = Omit<UseMutationResult<Data, Error, Variables>, 'mutate' | 'mutateAsync'> & {
  readonly mutate: (variables: Variables) => void
}

/** Makes a change on the server, one at a time. Further clicks have no effect while one is in progress. */
export function useWrite<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): Write<Data, Variables> {
  const once = useOnce()
  const { mutateAsync, ...mutation } = useMutation(options)
  return {
    ...mutation,
    mutate: (variables) => {
      // `onError` reports the failure.
      void once(() => mutateAsync(variables).catch(() => undefined))
    },
  }
}
