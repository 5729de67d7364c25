import { useEffect, useState } from 'react'

const pace = 15_000

/** The current time in milliseconds, updated often enough for texts such as "in 5 minutes". */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const interval = setInterval(() => setNow(Date.now()), pace)
    return () => clearInterval(interval)
  }, [])
  return now
}
