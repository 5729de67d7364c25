import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useOnce } from '../browser/once.ts'

type Write<Data, Variables> = Omit<UseMutationResult<Data, Error, Variables>, 'mutate' | 'mutateAsync'> & {
  readonly mutate: (variables: Variables) => void
}

/** A change at the server, of which one is under way at a time: pressing again meanwhile does nothing. */
export function useWrite<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): Write<Data, Variables> {
  const once = useOnce()
  const { mutateAsync, ...mutation } = useMutation(options)
  return {
    ...mutation,
    mutate: (variables) => {
      // What went wrong is told by `onError`.
      void once(() => mutateAsync(variables).catch(() => undefined))
    },
  }
}
