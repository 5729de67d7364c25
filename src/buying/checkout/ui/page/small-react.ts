import { createElement, hydrate, type ComponentChild, type ContainerNode, type Ref, type VNode } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

// What the payment page's script uses instead of React (see `vite.config.ts`): Preact without its
// compatibility layer, which supports more than the page needs. Without it, text fields must use `onInput`
// for each letter, SVG lines are styled by classes, and numbers in styles need a unit.
export { createContext, createElement, Fragment, isValidElement } from 'preact'
export { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

export function hydrateRoot(root: ContainerNode, page: ComponentChild): void {
  hydrate(page, root)
}

/** Sets a component's ref to the handle that the component creates. */
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

/** Starts with the server's value, even for parts the server did not render, and updates it before the first paint. */
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

/** JSX through Preact's `createElement`, because Preact's own JSX function would add a second implementation. */
export function jsx(type: string, props: object, key?: string): VNode {
  return createElement(type, key === undefined ? props : { ...props, key })
}

export { jsx as jsxs }
