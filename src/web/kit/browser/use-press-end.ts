import { useCallback, useEffect, useRef } from 'react'

/**
 * Answers a function to wait with until a pointer that is down has pressed what it is on; at once while none is. What
 * moves the page meanwhile would take a button away from under the finger, and the press would be lost.
 */
export function usePressEnd(): () => Promise<void> {
  const isDown = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    const controller = new AbortController()
    const options = { capture: true, passive: true, signal: controller.signal }
    let ending: ReturnType<typeof setTimeout> | undefined
    function begin({ button }: MouseEvent): void {
      if (button !== 0) return
      clearTimeout(ending)
      isDown.current = true
    }
    /** After the click that comes of it. A finger's is told as a mouse's in between, which begins anew. */
    function end(): void {
      clearTimeout(ending)
      ending = setTimeout(goOn)
    }
    function goOn(): void {
      isDown.current = false
      for (const resolve of waiting.current.splice(0)) resolve()
    }
    for (const type of ['pointerdown', 'mousedown'] as const) window.addEventListener(type, begin, options)
    // Where the system takes the pointer over, such as for a list of choices, its end is not told: what comes next is.
    for (const type of ['pointerup', 'mouseup', 'pointercancel', 'dragend', 'keydown'] as const)
      window.addEventListener(type, end, options)
    window.addEventListener(
      'pointermove',
      ({ buttons }) => {
        if (buttons === 0 && isDown.current) end()
      },
      options,
    )
    return () => {
      controller.abort()
      clearTimeout(ending)
      goOn()
    }
  }, [])
  return useCallback(
    () => (isDown.current ? new Promise((resolve) => waiting.current.push(resolve)) : Promise.resolve()),
    [],
  )
}
