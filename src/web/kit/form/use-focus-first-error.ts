import { useCallback, useEffect, useState, type RefObject } from 'react'

/**
 * Moves the focus to the first field marked as invalid, once the marks are rendered. The returned function must be
 * called in the same step that sets the marks.
 */
export function useFocusFirstError(container: RefObject<HTMLElement | null>): () => void {
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    if (attempts === 0) return
    container.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]')?.focus()
  }, [attempts, container])
  return useCallback(() => setAttempts((before) => before + 1), [])
}
