import { createContext, useEffect, useRef, useState } from 'react'

/** An upload that a save depends on. `isThere` resolves to whether it succeeded. */
type Awaited = {
  readonly name: string
  readonly isThere: Promise<boolean>
  /** The only field that the upload fills. It can be empty until then. */
  readonly field?: string | undefined
}

/** Registers uploads for saves of the editor around this component. */
export const WaitedFor = createContext<(awaited: Awaited) => void>(() => undefined)

/** The uploads that a save waits for. `names` are those it is waiting for now, or null. */
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
  const [isUploading, setIsUploading] = useState(false)

  function add(awaited: Awaited): void {
    under.current.add(awaited)
    setIsUploading(true)
    void finish(awaited)
  }

  async function finish(awaited: Awaited): Promise<void> {
    await awaited.isThere
    under.current.delete(awaited)
    setIsUploading(under.current.size > 0)
  }

  /** Resolves to true when all uploads are done, or to false as soon as one failed or the editor was left. */
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
    /** Whether there is something to save even if nothing has been typed. */
    isUploading,
    untilThere,
    isNeeded: () => under.current.size > 0,
    willFill: (field: string) => [...under.current].some((awaited) => awaited.field === field),
  }
}
