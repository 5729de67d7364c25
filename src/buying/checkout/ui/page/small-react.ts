import { createElement, hydrate, type ComponentChild, type ContainerNode, type Ref, type VNode } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

// What the payment page's script has in React's place (see `vite.config.ts`): Preact without its layer for all of React,
// which knows more than the page needs. What differs without that: text fields receive each letter through `onInput`, lines of
// an SVG are styled by classes, and numbers in styles need their unit.
export { createContext, createElement, Fragment, isValidElement } from 'preact'
export { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

export function hydrateRoot(root: ContainerNode, page: ComponentChild): void {
  hydrate(page, root)
}

/** Each root has its own handle. */
export function useImperativeHandle<T>(ref: Ref<T>, make: () => T): void {
  const tell = (handle: T | null) => {
    if (typeof ref === 'function') ref(handle)
    // oxlint-disable-next-line react/immutability -- which is what a ref is for
    else if (ref !== null) ref.current = handle
  }
  useLayoutEffect(() => {
    tell(make())
    return () => tell(null)
  })
}

/** Begins with the server's value, even where it was not rendered, and has the current one before it is painted. */
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

/** JSX, by the one function that makes an element: Preact's own for JSX is a second one. */
export function jsx(type: string, props: object, key?: string): VNode {
  return createElement(type, key === undefined ? props : { ...props, key })
}

export { jsx as jsxs }
