import { createContext, useEffect, useRef, useState } from 'react'

/** Something that belongs to what is saved and is still on its way; `isThere` ends with whether it came. */
type Awaited = {
  readonly name: string
  readonly isThere: Promise<boolean>
  /** The one field that it fills: until then that may be empty. */
  readonly field?: string | undefined
}

/** Takes what a save of the editor around has to wait for. */
export const WaitedFor = createContext<(awaited: Awaited) => void>(() => undefined)

/** What a save waits for. `names` are those that a save is waiting for now, or null where none is. */
export function useWaitedFor() {
  const under = useRef(new Set<Awaited>())
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const [names, setNames] = useState<readonly string[] | null>(null)

  function add(awaited: Awaited): void {
    under.current.add(awaited)
    void awaited.isThere.then(() => under.current.delete(awaited))
  }

  /** Until nothing is on its way; false as soon as something did not come, or where the editor was left meanwhile. */
  async function untilThere(): Promise<boolean> {
    let isComing = true
    while (isComing && under.current.size > 0) {
      const all = [...under.current]
      setNames(all.map(({ name }) => name))
      isComing = await Promise.race(all.map(({ isThere }) => isThere))
    }
    setNames(null)
    return isComing && isOpen.current
  }

  return {
    add,
    names,
    untilThere,
    isNeeded: () => under.current.size > 0,
    willFill: (field: string) => [...under.current].some((awaited) => awaited.field === field),
  }
}
