import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isWebAddress } from '#foundation/http/input/fields.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { onboardingQuery } from './queries.ts'

const unreachable = 'Stripe could not be reached. Please try again.'

/** Ways to go on at the provider. Its links live for minutes and work once, so each press asks for a fresh one. */
export function useOnboardingLink() {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function ask() {
    setIsBusy(true)
    setProblem(null)
    try {
      return await queryClient.query({ ...onboardingQuery, staleTime: 0 })
    } catch (error) {
      setProblem(errorMessage(error, unreachable))
      return null
    } finally {
      setIsBusy(false)
    }
  }

  async function go(): Promise<void> {
    const link = (await ask())?.redirect_url
    if (link !== null && link !== undefined && isWebAddress(link)) window.location.assign(link)
  }

  return { isBusy, problem, go, check: ask }
}
