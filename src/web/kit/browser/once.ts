import { useState } from 'react'

/**
 * Runs what it is given, unless what it ran before is still under way: a button shows that it is busy only with the
 * next drawing, and a double click is faster.
 */
export function createOnce(): (work: () => Promise<unknown>) => Promise<void> {
  let isUnderWay = false
  return async (work) => {
    if (isUnderWay) return
    isUnderWay = true
    try {
      await work()
    } finally {
      isUnderWay = false
    }
  }
}

export function useOnce(): ReturnType<typeof createOnce> {
  const [once] = useState(createOnce)
  return once
}
