import { useState } from 'react'

/**
 * Runs the function unless its previous run is still in progress. A button shows that it is busy only after
 * the next render, and a double click is faster.
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
