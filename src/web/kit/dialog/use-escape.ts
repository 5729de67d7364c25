import { useEffect, useEffectEvent } from 'react'

/** Calls back on Escape, wherever the focus is, while something can be closed. */
export function useEscape(isOpen: boolean, onEscape: () => void): void {
  const close = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isOpen) return undefined
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOpen])
}
