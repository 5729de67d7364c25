import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'

const arrival = z.object({ wanted: z.string() })

/** Brings who was led here for want of a subscription to where they wanted to go, once there is one. */
export function useGoOn(isSubscribed: boolean): void {
  const navigate = useNavigate()
  const wanted = arrival.safeParse(useLocation().state).data?.wanted
  useEffect(() => {
    if (isSubscribed && wanted !== undefined) void navigate(wanted, { replace: true })
  }, [isSubscribed, wanted, navigate])
}
