import { hydrate, type ComponentChild, type ContainerNode } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

// What the payment page's script has in React's place (see `vite.config.ts`): Preact without its layer for all of React,
// which knows more than the page needs. What differs without that: text fields hear of each letter by `onInput`, lines of
// an SVG are styled by classes, and numbers in styles need their unit.
export { createContext } from 'preact'
export {
  useCallback,
  useContext,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/hooks'

export function hydrateRoot(root: ContainerNode, page: ComponentChild): void {
  hydrate(page, root)
}

/** Begins with what the server has shown, also where it was not rendered there, and goes on with what is before it is painted. */
export function useSyncExternalStore<T>(
  subscribe: (listener: () => void) => () => void,
  read: () => T,
  readAtServer: () => T,
): T {
  const [value, setValue] = useState(readAtServer)
  useLayoutEffect(() => {
    const look = () => setValue(() => read())
    look()
    return subscribe(look)
  }, [subscribe, read])
  return value
}
